// Access tokens: signed JWTs (HS256) for the client-credentials flow.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { isObject } from "./http";

export const TOKEN_SECONDS = 3600;

export interface Client {
  id: string;
  secret: string;
}

export interface Claims {
  clientId: string;
  scopes: string[];
  tokenId: string;
}

export class TokenIssuer {
  readonly #key = randomBytes(32);
  readonly #revoked = new Set<string>();
  #current = new Set<string>();
  issued = 0;

  /** A new token; it expires {@link TOKEN_SECONDS} after `nowMs`. */
  issue(clientId: string, scopes: readonly string[], nowMs: number): string {
    const iat = Math.floor(nowMs / 1000);
    const tokenId = randomUUID();
    const claims = {
      iss: "plant-monitoring",
      sub: clientId,
      client_id: clientId,
      scope: scopes.join(" "),
      iat,
      exp: iat + TOKEN_SECONDS,
      jti: tokenId,
    };
    const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
    this.#current.add(tokenId);
    this.issued += 1;
    return `${content}.${this.#sign(content)}`;
  }

  /** The claims of a token; undefined for a forged, expired or revoked one. */
  verify(token: string, nowMs: number): Claims | undefined {
    const [header, payload, signature, ...rest] = token.split(".");
    if (!header || !payload || !signature || rest.length > 0) return undefined;
    if (!sameText(signature, this.#sign(`${header}.${payload}`))) return undefined;
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    if (!isObject(claims)) return undefined;
    const { sub, scope, exp, jti } = claims;
    if (typeof sub !== "string" || typeof scope !== "string" || typeof jti !== "string") return undefined;
    if (typeof exp !== "number" || exp * 1000 <= nowMs || this.#revoked.has(jti)) return undefined;
    return { clientId: sub, scopes: scope.split(" "), tokenId: jti };
  }

  revokeAll(): void {
    for (const tokenId of this.#current) this.#revoked.add(tokenId);
    this.#current = new Set();
  }

  #sign(content: string): string {
    return createHmac("sha256", this.#key).update(content).digest("base64url");
  }
}

/** The client whose credentials an HTTP Basic header holds, raw or form-encoded. */
export function basicClient(
  header: string | undefined,
  clients: readonly Client[],
  formEncoded: boolean,
): Client | undefined {
  const match = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "");
  if (!match) return undefined;
  const pair = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  // Clients encode different characters, so decoded pairs are compared.
  const decoded = formEncoded ? pair.split(":").map(formDecode).join(":") : pair;
  return clients.find(({ id, secret }) => sameText(decoded, `${id}:${secret}`));
}

/** The client whose credentials the form body holds. */
export function postClient(form: URLSearchParams, clients: readonly Client[]): Client | undefined {
  return clients.find(
    ({ id, secret }) => form.get("client_id") === id && sameText(form.get("client_secret") ?? "", secret),
  );
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function formDecode(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}
