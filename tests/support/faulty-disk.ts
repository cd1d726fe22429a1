// A disk whose operations fail on request; they are numbered in order.

import type { FileHandle } from "node:fs/promises";
import { type Disk, machineDisk } from "@/lib/alerting/webhooks/spool-segment.server";

export type FaultCode = "ENOSPC" | "EIO" | "EMFILE";

const SAID: Record<FaultCode, string> = {
  ENOSPC: "ENOSPC: no space left on device",
  EIO: "EIO: i/o error",
  EMFILE: "EMFILE: too many open files",
};

type Write = (
  bytes: Buffer,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesWritten: number }>;

export class FaultyDisk {
  /** Operations so far, in order. */
  readonly done: string[] = [];
  readonly disk: Disk;
  /** Decides which operations fail. */
  fails: (operation: string, number: number) => FaultCode | undefined = () => undefined;

  constructor() {
    const name = <K extends keyof Disk>(operation: K) => this.#faulty(operation, machineDisk[operation]);
    this.disk = {
      mkdir: name("mkdir"),
      open: this.#faulty("open", this.#open.bind(this)) as Disk["open"],
      readdir: name("readdir"),
      rename: name("rename"),
      stat: name("stat"),
      unlink: name("unlink"),
      utimes: name("utimes"),
      writeFile: name("writeFile"),
    };
  }

  #faulty<F extends (...parameters: never[]) => Promise<unknown>>(operation: string, work: F): F {
    return (async (...parameters: Parameters<F>) => {
      this.#check(operation);
      return work(...parameters);
    }) as unknown as F;
  }

  #check(operation: string): void {
    this.done.push(operation);
    const code = this.fails(operation, this.done.length);
    if (code) throw Object.assign(new Error(`${SAID[code]}, ${operation} '/a/path'`), { code });
  }

  async #open(...parameters: Parameters<Disk["open"]>): Promise<FileHandle> {
    const handle = await machineDisk.open(...parameters);
    const close = handle.close.bind(handle);
    const write = handle.write.bind(handle) as unknown as Write;
    return Object.assign(handle, {
      datasync: this.#faulty("datasync", handle.datasync.bind(handle)),
      sync: this.#faulty("sync", handle.sync.bind(handle)),
      read: this.#faulty("read", handle.read.bind(handle) as never),
      truncate: this.#faulty("truncate", handle.truncate.bind(handle)),
      // A failed write is partial.
      write: (async (bytes, offset, length, position) => {
        await write(bytes, offset, Math.ceil(length / 2), position);
        this.#check("write");
        return write(bytes, offset, length, position);
      }) satisfies Write,
      // A failed close closes the file all the same.
      close: async () => {
        await close();
        this.#check("close");
      },
    });
  }
}
