// The package has no types.
declare module "csv-spectrum" {
  type Case = { name: string; csv: Buffer; json: Buffer };
  export default function spectrum(done: (error: Error | null, cases: Case[]) => void): void;
}
