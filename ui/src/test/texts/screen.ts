/** Texts that the specification quotes, by screen. */
export interface Screen {
  name: string;
  /** `{}` stands for a value. */
  texts: readonly string[];
}
