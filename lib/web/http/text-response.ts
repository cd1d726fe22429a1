/** An answer whose text its sender can have again without reading it off a stream. */
export class TextResponse extends Response {
  readonly content: string;

  constructor(content: string, init?: ResponseInit) {
    super(content, init);
    this.content = content;
  }
}
