/** A command line that asks for something that cannot be: exit code 2. */
export class UsageError extends Error {
  /** What is wrong; in `message` the parser of the command line writes around it where a flag cannot be read. */
  readonly problem: string;
  /** What to do instead. */
  readonly hint: string | undefined;

  constructor(problem: string, hint?: string) {
    super(problem);
    this.name = 'UsageError';
    this.problem = problem;
    this.hint = hint;
  }
}
