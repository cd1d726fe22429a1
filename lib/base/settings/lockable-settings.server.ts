import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { readStored, writeStored } from "./settings-store.server";

type Value = string | number | null;
type Members<Settings> = { [Member in keyof Settings]: z.ZodType<Settings[Member]> };
type State<Settings> = {
  settings: Settings;
  /** Set by the provisioning file. */
  locked: (keyof Settings & string)[];
};
type Change<Settings> = {
  member: keyof Settings & string;
  before: Settings[keyof Settings];
  after: Settings[keyof Settings];
};

/** Settings of the installation, one row, of which the provisioning file may set and lock some (docs/spec/http-contract.md). */
export class LockableSettings<Settings extends Record<keyof Settings, Value>> {
  readonly members: readonly (keyof Settings & string)[];
  readonly #key: string;
  readonly #defaults: Settings;
  readonly #schema: z.ZodType<{ set: Partial<Settings>; locked: string[] }>;

  /** @param members their schemas. If a stored value does not fit its own, none counts as stored */
  constructor(key: string, members: Members<Settings>, defaults: Settings) {
    this.members = Object.keys(members) as (keyof Settings & string)[];
    this.#key = key;
    this.#defaults = defaults;
    const shape: Record<string, z.ZodType> = members;
    this.#schema = z
      .object({ ...z.object(shape).partial().shape, locked: z.array(z.string()).default([]) })
      .transform(({ locked, ...set }) => ({ set: set as Partial<Settings>, locked }));
  }

  /** Reads the settings; those that are not stored have their default. */
  async read(tx?: Transaction): Promise<State<Settings>> {
    const { settings, locked } = await this.#load(tx);
    return { settings, locked };
  }

  /**
   * Saves the settings of a person.
   * @returns what changed; without a change nothing is written
   * @throws AppError `conflict` on one that the provisioning file locks
   */
  async save(tx: Transaction, wanted: Settings): Promise<Change<Settings>[]> {
    const { settings, locked } = await this.#load(tx);
    const changed = this.members.filter((member) => settings[member] !== wanted[member]);
    const refused = changed.find((member) => locked.includes(member));
    if (refused)
      throw new AppError("conflict", "This is set by the provisioning file. Change it there.", {
        parameter: refused,
      });
    if (changed.length > 0) await writeStored(tx, this.#key, { ...wanted, locked });
    return changed.map((member) => ({ member, before: settings[member], after: wanted[member] }));
  }

  /**
   * Saves and locks the settings that the provisioning file names, and unlocks the others.
   * @returns the members that changed
   */
  async provision(tx: Transaction, named: Partial<Settings>): Promise<(keyof Settings & string)[]> {
    const { settings, locked, set } = await this.#load(tx);
    const members = this.members.filter((member) => named[member] !== undefined);
    if (members.length === 0 && locked.length === 0) return [];
    const present = Object.fromEntries(members.map((member) => [member, named[member] ?? null]));
    await writeStored(tx, this.#key, { ...set, ...present, locked: members });
    return members.filter((member) => named[member] !== settings[member]);
  }

  /** `set` holds only what is stored, because defaults may change with the program. */
  async #load(tx?: Transaction): Promise<State<Settings> & { set: Partial<Settings> }> {
    const stored = (await readStored(this.#key, tx)) ?? {};
    const { set, locked } = this.#schema.catch({ set: {}, locked: [] }).parse(stored);
    return {
      settings: { ...this.#defaults, ...set },
      locked: this.members.filter((member) => locked.includes(member)),
      set,
    };
  }
}
