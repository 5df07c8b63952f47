/** Milliseconds of processor time that this test file's process has had: what else the machine does counts for little. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
