/**
 * Checks every regular expression of the product with `recheck`: none may need more than linear time. `npm run redos` prints each
 * expression that does. Results are kept by expression in `.cache/redos.json`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';

/** Expressions that need more than linear time, and what bounds their input. An entry that no file uses is an error. */
const boundedReasons: Readonly<Record<string, string>> = {
  '/OLD\\.`(?:at|create_time)`(?: \\* 1000)? > .* - (\\d+)/': 'engine/schema/ddl: the text of our own triggers',
  '/<[a-z][^>]*>/gi': 'engine/richText/sanitizeHtml: the text is cut behind its last `>`, so each try finds its end',
};
/** Regular expressions that are built at run time: their source text, and the resulting pattern. */
const computedExpressions: Readonly<Record<string, string>> = {
  'new RegExp(`^[A-Za-z][A-Za-z0-9_]{${LIMITS.accountMin - 1},${LIMITS.accountMax - 1}}$`)':
    '/^[A-Za-z][A-Za-z0-9_]{2,14}$/',
  'new RegExp(`^[${CODE_LETTERS}]{${CODE_GROUPS * CODE_GROUP}}$`)': '/^[2-9A-HJ-NP-Z]{20}$/',
  "new RegExp(`(${HAN})${EDGE}+(?=${LATIN})|(${LATIN})${EDGE}+(?=${HAN})`, 'gu')":
    '/([\\u4e00-\\u9fff])[ \\u2060]+(?=[a-z])|([a-z])[ \\u2060]+(?=[\\u4e00-\\u9fff])/gu',
  "new RegExp(EDGE, 'gu')": '/[ \\u2060]/gu',
  "new RegExp( `(?<![0-9A-Za-z])${Array.from({ length: CODE_GROUPS }, () => GROUP).join('-')}(?![0-9A-Za-z])`, 'gi', )":
    '/(?<![0-9A-Za-z])[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}(?![0-9A-Za-z])/gi',
  'new RegExp(`\\\\b${word}\\\\b`)': '/\\bword\\b/',
  "new RegExp(`\\\\b(?:${word})\\\\b`, 'gi')": '/\\b(?:word|words?)\\b/gi',
  "new RegExp(context, 'g')": '/journal[_ ]mode|`[^`]*`/g',
  "new RegExp(startsAsWord(pattern), 'iu')": '/(?<![a-z])word/iu',
  'new RegExp(`^${name}/[a-z_]+$`)': '/^name\\/[a-z_]+$/',
  "new RegExp(`\\\\b(from|join|into|update)\\\\s+[\\`]?${name}\\\\b`, 'i')":
    '/\\b(from|join|into|update)\\s+[`]?name\\b/i',
  "new RegExp(`^${escapeRegExp(template).replace(/\\\\\\{\\\\\\{(\\w+)\\\\\\}\\\\\\}/g, '(?<$1>.+)')}$`, 's')":
    '/^(?<hook>.+) names an unknown field (?<field>.+)$/s',
};

/** Path from the root → source text. */
export type Tree = ReadonlyMap<string, string>;
export interface FoundExpression {
  readonly path: string;
  /** `/…/flags`. */
  readonly expression: string;
}

const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /^(common|server|client)\/(journeys|testing|bench|proof)\//.test(path);

/** Every expression of a tree, tests left out. A computed one has the value from the table; unknown ones are problems. */
export function findExpressions(tree: Tree): { readonly found: FoundExpression[]; readonly problems: string[] } {
  const [found, problems]: [FoundExpression[], string[]] = [[], []];
  for (const [path, source] of tree) {
    if (isTest(path)) continue;
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.push({ path, expression: node.text });
      else if (isRegExpCall(node)) {
        const sourceText = node.getText(file).replaceAll(/\s+/g, ' ');
        const expression = computedExpressions[sourceText];
        if (expression === undefined)
          problems.push(`${path}: ${sourceText} is not in the table of computed expressions`);
        else found.push({ path, expression });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { found, problems };
}
const isRegExpCall = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'RegExp';

/** The result of the checker for one expression: `linear`, or the growth of its time. */
export type Verdict = string;
const LINEAR: Verdict = 'linear';

/** Runs in a thread, so it is plain JavaScript. The pure build of the checker needs no other program. */
const WORKER_SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { checkSync } = require('recheck');
for (const expression of workerData) {
  const end = expression.lastIndexOf('/');
  const flags = expression.slice(end + 1).replace('v', 'u').replace('d', '');
  const { status, complexity, error } = checkSync(expression.slice(1, end), flags, { timeout: 20000 });
  const verdict = status === 'safe' ? 'linear' : status === 'vulnerable' ? complexity.summary : 'unknown: ' + error.kind;
  parentPort.postMessage([expression, verdict]);
}`;
const THREADS = 2;

/** Checks expressions in two threads. */
export async function checkExpressions(expressions: readonly string[]): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  const chunks = Array.from({ length: THREADS }, (_, chunk) =>
    expressions.filter((_text, index) => index % THREADS === chunk),
  );
  const env = { ...process.env, RECHECK_BACKEND: 'pure' };
  const run = (chunk: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(WORKER_SOURCE, { eval: true, env, workerData: chunk });
      worker.on('message', ([expression, verdict]: [string, Verdict]) => void verdicts.set(expression, verdict));
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
  await Promise.all(chunks.filter(({ length }) => length > 0).map(run));
  return verdicts;
}

/** Each expression that is not linear and has no reason in the table, and each reason without an expression. */
export function findProblems(
  found: readonly FoundExpression[],
  verdicts: ReadonlyMap<string, Verdict>,
  reasons: Readonly<Record<string, string>> = boundedReasons,
): string[] {
  const nonLinear = found.filter(({ expression }) => verdicts.get(expression) !== LINEAR);
  const without = nonLinear.filter(({ expression }) => !(expression in reasons));
  const used = new Set(nonLinear.map(({ expression }) => expression));
  return [
    ...without.map(({ path, expression }) => `${path}: ${expression} is ${verdicts.get(expression) ?? 'not checked'}`),
    ...Object.keys(reasons)
      .filter((expression) => !used.has(expression))
      .map((expression) => `config/redosCheck.ts: no file has the slow expression ${expression} any more`),
  ];
}

function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  for (const folder of ['common', 'server', 'client', 'config'])
    for (const file of readdirSync(join(root, folder), { recursive: true })) {
      const path = `${folder}/${String(file).replaceAll('\\', '/')}`;
      if (/\.(tsx?|mjs|cjs|js)$/.test(path) && !path.endsWith('.d.ts'))
        tree.set(path, readFileSync(join(root, path), 'utf8'));
    }
  return tree;
}

function readCache(path: string): Map<string, Verdict> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Verdict>));
  } catch {
    return new Map();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const { found, problems } = findExpressions(readTree(root));
  const cached = join(root, '.cache/redos.json');
  const known = readCache(cached);
  const all = [...new Set(found.map(({ expression }) => expression))];
  // long ones first, so that both threads end together
  const freshVerdicts = all
    .filter((expression) => !known.has(expression))
    .sort((one, other) => other.length - one.length);
  const verdicts = new Map(
    [...known, ...(await checkExpressions(freshVerdicts))].filter(([expression]) => all.includes(expression)),
  );
  mkdirSync(dirname(cached), { recursive: true });
  writeFileSync(cached, JSON.stringify(Object.fromEntries(verdicts)));
  const wrong = [...problems, ...findProblems(found, verdicts)];
  for (const line of wrong) process.stdout.write(`${line}\n`);
  process.stdout.write(`${all.length} expressions, ${freshVerdicts.length} checked, ${wrong.length} problems\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
