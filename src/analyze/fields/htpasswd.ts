/** Lines of htpasswd as the proxy reads them: `user:{SHA}` and the 28 characters of a hash in base64. */

const HASH = '{SHA}';
const HASH_LENGTH = 28;

/** What is wrong with them, as the end of a sentence that begins with the field; never with what is secret in it. */
export function htpasswdProblem(text: string): string | undefined {
  if (text === '') return 'may not be empty';
  const users = new Set<string>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const problem = lineProblem(line, users);
    if (problem !== undefined) return `has line ${at + 1} ${problem}`;
  }
  return undefined;
}

function lineProblem(line: string, users: Set<string>): string | undefined {
  const colon = line.indexOf(':');
  if (colon === -1) return 'without the colon between user and password';
  const [user, password] = [line.slice(0, colon), line.slice(colon + 1)];
  if (user === '' || password === '') return 'without a user, or without a password';
  if (!password.startsWith(HASH)) return `whose password is no ${HASH} hash, which is the only kind it takes`;
  if (password.length !== HASH.length + HASH_LENGTH)
    return `whose hash is not ${HASH_LENGTH} characters long`;
  if (users.has(user)) return 'whose user stands above already';
  users.add(user);
  return undefined;
}
