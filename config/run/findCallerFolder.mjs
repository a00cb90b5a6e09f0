/**
 * The folder in which a person typed a command. `npm run` starts programs in the folder of the product and names that of the person in
 * `INIT_CWD`; a program that is started without npm begins in it.
 * @param {{ cwd: string, root: string, env: Readonly<Record<string, string | undefined>> }} start
 */
export const findCallerFolder = ({ cwd, root, env }) => (cwd === root ? (env['INIT_CWD'] ?? cwd) : cwd);
