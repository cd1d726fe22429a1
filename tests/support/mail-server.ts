// A mail server on this machine: as much of RFC 5321 as one sender needs.

import { type AddressInfo, createServer, type Socket } from "node:net";

export type Mail = { from: string; to: string; subject: string; text: string };

/** Starts it; `answers` has the replies to the next recipients, 250 by default. */
export async function startMailServer() {
  const mails: Mail[] = [];
  const answers: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    converse(socket, mails, answers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    answers,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function converse(socket: Socket, mails: Mail[], answers: number[]): void {
  let waiting = "";
  let data: string | null = null;
  let envelope = { from: "", to: "" };
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    if (data !== null) {
      if (line !== ".") data += `${line.replace(/^\./, "")}\n`;
      else {
        mails.push({ ...envelope, ...partsOf(data) });
        data = null;
        say("250 kept");
      }
    } else if (/^EHLO|^HELO/i.test(line)) say("250 mail.test");
    else if (/^MAIL FROM:/i.test(line)) {
      envelope = { from: addressOf(line), to: "" };
      say("250 fine");
    } else if (/^RCPT TO:/i.test(line)) {
      envelope.to = addressOf(line);
      say(`${answers.shift() ?? 250} said`);
    } else if (/^DATA/i.test(line)) {
      data = "";
      say("354 go on");
    } else if (/^QUIT/i.test(line)) {
      say("221 bye");
      socket.end();
    } else say("502 not known");
  };
  socket.setEncoding("utf8").on("data", (part) => {
    const lines = (waiting + String(part)).split("\r\n");
    waiting = lines.pop() ?? "";
    lines.forEach(hear);
  });
  socket.on("error", () => undefined);
  say("220 mail.test");
}

const addressOf = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";

function partsOf(data: string): { subject: string; text: string } {
  const cut = data.indexOf("\n\n");
  const head = data.slice(0, cut).replaceAll(/\n\s+/g, " ");
  const isBase64 = /^content-transfer-encoding: base64$/im.test(head);
  const body = data.slice(cut + 2);
  const text = isBase64 ? Buffer.from(body, "base64").toString() : fromQuoted(body);
  return { subject: fromWords(/^subject: (.*)$/im.exec(head)?.[1] ?? ""), text };
}

function fromQuoted(text: string): string {
  return bytesOf(text.replaceAll("=\n", ""));
}

const bytesOf = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** Encoded words of a header (RFC 2047). */
function fromWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString()
        : bytesOf(word.replaceAll("_", " ")),
    );
}
