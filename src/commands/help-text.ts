/** Help as oclif prints it, as a text: oclif itself would not notice that it cannot be written. */
import { format } from 'node:util';
import type { Interfaces } from '@oclif/core';
import { Help } from '@oclif/core/help';

export async function helpText(config: Interfaces.Config, argv: readonly string[]): Promise<string> {
  const help = new PrintedHelp(config);
  await help.showHelp([...argv]);
  return help.lines.map((line) => `${line}\n`).join('');
}

class PrintedHelp extends Help {
  readonly lines: string[] = [];

  protected override log(...args: string[]): void {
    this.lines.push(format(...args));
  }
}
