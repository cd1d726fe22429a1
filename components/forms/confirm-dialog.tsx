"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ActionFault } from "@/lib/web/http/action-result";
import { FaultLine } from "./fault-line";

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  verb,
  isOpen,
  pending,
  fault,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  verb: string;
  isOpen: boolean;
  pending: boolean;
  fault: ActionFault | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button variant="primary" pending={pending} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        {children}
        <FaultLine fault={fault} />
      </div>
    </Dialog>
  );
}
