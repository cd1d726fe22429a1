/**
 * Replaces decimal.js-light for recharts (next.config.ts), which chooses its own ticks with it. Ours are given to it, so
 * that plain numbers are precise enough.
 */
type Value = number | PlainDecimal;

const numberOf = (value: Value) => (typeof value === "number" ? value : value.value);

export default class PlainDecimal {
  readonly value: number;

  constructor(value: Value) {
    this.value = numberOf(value);
  }

  toNumber = () => this.value;
  isint = () => Number.isInteger(this.value);
  abs = () => new PlainDecimal(Math.abs(this.value));
  log = (base: number) => new PlainDecimal(Math.log(this.value) / Math.log(base));
  pow = (exponent: number) => new PlainDecimal(this.value ** exponent);
  add = (other: Value) => new PlainDecimal(this.value + numberOf(other));
  sub = (other: Value) => new PlainDecimal(this.value - numberOf(other));
  mul = (other: Value) => new PlainDecimal(this.value * numberOf(other));
  div = (other: Value) => new PlainDecimal(this.value / numberOf(other));
  mod = (other: Value) => new PlainDecimal(this.value % numberOf(other));
  lt = (other: Value) => this.value < numberOf(other);
  lte = (other: Value) => this.value <= numberOf(other);
}
