// The admin commands: their help texts and requirements.

import { Fault } from "../fault.mjs";

/**
 * @typedef {object} AdminCommand
 * @property {string} name
 * @property {string} form its usage
 * @property {string} does
 * @property {"database" | "keys" | "nothing"} makes what it may create: the database and its keys, everything from a
 *   backup, or nothing, because an empty database or new keys would only hide a wrong setting
 * @property {boolean} [looks] whether it is read-only, and reports a missing database itself
 * @property {boolean} [alone] whether Leafwatch must be stopped while it runs
 */

/** @type {AdminCommand[]} */
const commands = [
  {
    name: "create-admin",
    form: "create-admin EMAIL [--name NAME] [--password-stdin]",
    does: "makes an account with the role admin; shows its password once, or reads it from the input",
    makes: "database",
  },
  {
    name: "reset-admin",
    form: "reset-admin EMAIL [--password-stdin] [--remove-second-factor]",
    does: "gives an admin a new password, ends the sessions, takes back that the account was disabled; --remove-second-factor also ends that the sign-in asks for a code",
    makes: "nothing",
  },
  {
    name: "change-email",
    form: "change-email EMAIL NEW-EMAIL",
    does: "changes the e-mail that a person signs in with, and ends their sessions",
    makes: "nothing",
  },
  {
    name: "delete-user",
    form: "delete-user EMAIL",
    does: "deletes a person for good, without asking; what they did stays under their name. The last admin stays",
    makes: "nothing",
  },
  {
    name: "backup",
    form: "backup FILE|FOLDER",
    does: "writes the database, the keys and the spool into one packed archive, while Leafwatch runs",
    makes: "nothing",
  },
  {
    name: "restore",
    form: "restore FILE [--replace [--yes]]",
    does: "puts a backup into an empty database and data folder, and reads it back; --replace puts it over what is there, after asking",
    makes: "keys",
    alone: true,
  },
  {
    name: "replay-aside",
    form: "replay-aside FOLDER",
    does: "takes in again the notifications that a restore put aside, while Leafwatch runs; those that are known change nothing",
    makes: "nothing",
  },
  {
    name: "rotate-keys",
    form: "rotate-keys [--forget-old]",
    does: "seals all stored secrets anew under a new key, while Leafwatch runs; --forget-old then removes the older keys, which ends the sessions that they signed",
    makes: "nothing",
  },
  {
    name: "prune",
    form: "prune [--dry-run]",
    does: "takes away what is older than Admin, Retention says, as the job of each night does; --dry-run only counts",
    makes: "nothing",
  },
  {
    name: "doctor",
    form: "doctor",
    does: "looks at everything that Leafwatch stands on, changes nothing, and says what to do",
    makes: "nothing",
    looks: true,
  },
];

/** @param {string} name */
export function commandOf(name) {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  throw new Fault(`Unknown command ${name}: npm run admin -- help lists all commands.`);
}

export function adminHelp() {
  const lines = commands.map(({ form, does }) => `  ${form}\n      ${does}`);
  return [
    "npm run admin -- COMMAND",
    "",
    ...lines,
    "",
    "They work on the database of DATABASE_URL, else on the embedded one in LEAFWATCH_DATA_DIR (default .data),",
    "whether Leafwatch runs or not; create-admin and restore make that one where it is missing. Give them the",
    "environment that Leafwatch is started with.",
    "They end with code 0 when all is done, else with 1 and a sentence that says what to do.",
  ].join("\n");
}
