/**
 * Finds private words in comments, test titles, documents and the English texts of the product; `config/bannedWords.json` lists them, each with the term to use.
 * `baseline` there holds how many each folder may still have: more fails, and the number only ever falls.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseSource, readSourceFiles, reportProblems, repositoryRoot, type SourceFiles } from './sourceFiles';

export interface WordRules {
  /** Pattern of a word → the term to use. */
  readonly words: Readonly<Record<string, string>>;
  /** Pattern of a context in which the word is right → why. */
  readonly exceptions: Readonly<Record<string, string>>;
  /** Folder (`common`, `.github`; files at the root: `.`) → number of findings it may have. */
  readonly baseline: Readonly<Record<string, number>>;
}
export interface WordFinding {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly word: string;
  readonly use: string;
}

/** Comments and test titles of a source file, at their offsets: everything else is blank. */
function proseOfSource(path: string, source: string): string {
  const file = parseSource(path, source);
  const titles: [start: number, end: number][] = [];
  let code = source;
  const blank = (start: number, end: number) => {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestCall(node.expression)) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push([title.getStart(file), title.end]);
    }
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node)
    )
      blank(ts.isJsxText(node) ? node.pos : node.getStart(file), node.end);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const prose = source.replace(/[^\n]/g, ' ').split('');
  for (const [start = 0, end = 0] of [...commentRanges(code), ...titles])
    for (let index = start; index < end; index += 1) prose[index] = source[index] ?? ' ';
  return prose.join('');
}

/** `it`, `describe`, `test`, their variants such as `it.each(…)`, and helpers named after them such as `withBrowser`. */
function isTestCall(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return /^(it|describe|test)$/.test(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee) || ts.isTaggedTemplateExpression(callee))
    return isTestCall(ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression);
  return false;
}

/** Start and end of each comment of a source whose strings are blank. */
function commentRanges(code: string): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let index = code.indexOf('/'); index >= 0; index = code.indexOf('/', index)) {
    const closing = code[index + 1] === '*' ? '*/' : '\n';
    const isComment = code[index + 1] === '*' || code[index + 1] === '/';
    const found = code.indexOf(closing, index + 2);
    const end = found < 0 ? code.length : found + closing.length;
    if (isComment) ranges.push([index, end]);
    index = isComment ? end : index + 1;
  }
  return ranges;
}

/** The sentences of a document: blocks of code are blank. */
const proseOfDocument = (source: string): string =>
  source.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));

/** Texts of the product in English: strings are prose, names of keys are not. */
const proseOfTranslations = (source: string): string =>
  source.replace(/^ *[\w$]+:|\{\{\w+\}\}/gm, (text) => text.replace(/[^\n]/g, ' '));

function getProse(path: string, source: string): string {
  if (path.endsWith('.md')) return proseOfDocument(source);
  return path.startsWith('common/locales/en/') ? proseOfTranslations(source) : proseOfSource(path, source);
}

/** Every use of a banned word, except in an allowed context. */
export function findBannedWords(files: SourceFiles, { words, exceptions }: WordRules): readonly WordFinding[] {
  const banned = Object.entries(words).map(([word, use]) => [new RegExp(`\\b(?:${word})\\b`, 'gi'), use] as const);
  const allowed = Object.keys(exceptions).map((context) => new RegExp(context, 'g'));
  return [...files].flatMap(([path, source]) => {
    let prose = getProse(path, source);
    for (const context of allowed) prose = prose.replace(context, (text) => text.replace(/[^\n]/g, ' '));
    return banned.flatMap(([pattern, use]) =>
      [...prose.matchAll(pattern)].map(({ index, 0: word }) => ({
        path,
        line: prose.slice(0, index).split('\n').length,
        word,
        use,
      })),
    );
  });
}

const getFolder = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '.') : '.');

/** The findings of folders that have more than their baseline allows, and a note for each folder whose baseline can fall. */
export function checkBannedWords(files: SourceFiles, rules: WordRules): { problems: string[]; notes: string[] } {
  const byFolder = new Map<string, WordFinding[]>();
  for (const finding of findBannedWords(files, rules)) {
    const folder = getFolder(finding.path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), finding]);
  }
  const problems: string[] = [];
  for (const [folder, findings] of byFolder) {
    const limit = rules.baseline[folder] ?? 0;
    if (findings.length <= limit) continue;
    problems.push(...findings.map(({ path, line, word, use }) => `${path}:${line}: “${word}”, write: ${use}`));
    problems.push(`${folder}: ${findings.length} banned words, ${limit} are allowed`);
  }
  const notes = Object.entries(rules.baseline).flatMap(([folder, limit]) => {
    const count = byFolder.get(folder)?.length ?? 0;
    return count < limit ? [`${folder}: lower its baseline in config/bannedWords.json from ${limit} to ${count}`] : [];
  });
  return { problems, notes };
}

export function readProse(root = repositoryRoot): SourceFiles {
  const documents = readSourceFiles(root, ['common', 'server', 'client', '.github'], /\.md$/);
  return new Map([
    ...readSourceFiles(root, undefined, /\.(tsx?|[cm]?js)$/),
    ...documents,
    ['README.md', readFileSync(join(root, 'README.md'), 'utf8')],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rules = JSON.parse(readFileSync(join(repositoryRoot, 'config/bannedWords.json'), 'utf8')) as WordRules; // our own file
  const { problems, notes } = checkBannedWords(readProse(), rules);
  reportProblems(problems, ['No new banned words.', ...notes].join('\n'));
}
