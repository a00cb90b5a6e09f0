/**
 * Finds words that texts of the product must not contain: `bannedTexts.json` lists patterns for each language, each with what to write,
 * and the texts that may break them, each with its reason. Every string in the translations and in the labels of entities is read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { LANGUAGES, type Lang } from '../../common/lang';
import { parseSource, readSourceFiles, repositoryRoot } from '../sourceFiles';

type Patterns = Readonly<Record<string, string>>;
export interface TextRules extends Readonly<Record<Lang, Patterns>> {
  /** Reason → texts that may break the rules for it. */
  readonly specified: Readonly<Record<string, readonly string[]>>;
}
export interface ProductText {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly lang: Lang;
  readonly text: string;
}
export interface TextFinding extends ProductText {
  readonly found: string;
  readonly use: string;
}

/** Without the words that people type into the palette: they are no texts of the product. */
const TEXT_FILES = /^common\/(?!testing\/).*(?<!\.test|\/paletteKeywords)\.ts$/;
const isLang = (name: string): name is Lang => (LANGUAGES as readonly string[]).includes(name);

/** The language of a whole file of translations. */
const langOfPath = (path: string): Lang | undefined => {
  const folder = path.split('/')[2] ?? '';
  return path.startsWith('common/locales/') && isLang(folder) ? folder : undefined;
};

const getName = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : '';

/** Every string that is the value of a property of one language, in objects that name languages or in a file of one language. */
export function textsOfFile(path: string, source: string): readonly ProductText[] {
  const file = parseSource(path, source);
  const found: ProductText[] = [];
  const visit = (node: ts.Node, lang: Lang | undefined): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isPropertyAssignment(node)) {
      const name = getName(node.name);
      visit(node.initializer, isLang(name) && langOfPath(path) === undefined ? name : lang);
      return;
    }
    if (lang !== undefined && ts.isStringLiteralLike(node))
      found.push({
        path,
        line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
        lang,
        text: node.text,
      });
    ts.forEachChild(node, (child) => {
      visit(child, lang);
    });
  };
  visit(file, langOfPath(path));
  return found;
}

/** Every text of the product. */
export const readTexts = (root = repositoryRoot): readonly ProductText[] =>
  [...readSourceFiles(root, ['common'], TEXT_FILES)].flatMap(([path, source]) => textsOfFile(path, source));

/** The rules of `bannedTexts.json`. */
export const readTextRules = (root = repositoryRoot): TextRules =>
  JSON.parse(readFileSync(join(root, 'config/texts/bannedTexts.json'), 'utf8')) as TextRules; // our own file

const withoutParams = (text: string): string => text.replaceAll(/\{\{\w+\}\}/g, '{}');

/** Every banned word of the texts, except in specified texts. */
export function findBannedTexts(texts: readonly ProductText[], rules: TextRules): readonly TextFinding[] {
  const allowed = new Set(Object.values(rules.specified).flat());
  const compile = (patterns: Patterns) =>
    Object.entries(patterns).map(([pattern, use]) => [new RegExp(startsAsWord(pattern), 'iu'), use] as const);
  const patterns = { en: compile(rules.en), 'zh-cn': compile(rules['zh-cn']) };
  return texts.flatMap((text) => {
    if (allowed.has(text.text)) return [];
    const plain = withoutParams(text.text);
    return patterns[text.lang].flatMap(([pattern, use]) => {
      const found = pattern.exec(plain)?.[0];
      return found === undefined ? [] : [{ ...text, found, use }];
    });
  });
}

/** A pattern that begins with a letter matches at the beginning of a word. */
const startsAsWord = (pattern: string): string => (/^[a-z]/i.test(pattern) ? `\\b(?:${pattern})\\b` : pattern);

/** Specified texts that no text of the product needs any more. */
export function staleExceptions(texts: readonly ProductText[], rules: TextRules): readonly string[] {
  const needed = new Set(findBannedTexts(texts, { ...rules, specified: {} }).map(({ text }) => text));
  return Object.values(rules.specified)
    .flat()
    .filter((text) => !needed.has(text));
}
