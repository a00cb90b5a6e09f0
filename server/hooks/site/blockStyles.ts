/**
 * Checks the styles of a home page block. css-tree parses them; every node of the syntax tree must be on an allowlist, so that no
 * rule loads a resource, selects an element outside its block, covers the page or reads what a visitor types.
 */
import type { CssNode, Declaration, Selector } from 'css-tree';
import parse from 'css-tree/parser';
import { hasSaneStyleAmounts } from './styleAmounts';

const PROPERTIES: ReadonlySet<string> = new Set(
  (
    'align-content align-items align-self background background-color background-image background-position background-repeat ' +
    'background-size border border-bottom border-collapse border-color border-left border-radius border-right border-spacing ' +
    'border-style border-top border-width box-shadow box-sizing color column-count column-gap columns display flex flex-basis ' +
    'flex-direction flex-flow flex-grow flex-shrink flex-wrap font-family font-size font-style font-variant-numeric font-weight ' +
    'gap grid-auto-flow grid-auto-rows grid-column grid-row grid-template-columns grid-template-rows height hyphens ' +
    'justify-content justify-items justify-self letter-spacing line-height list-style-type margin margin-bottom margin-left ' +
    'margin-right margin-top max-height max-width min-height min-width object-fit object-position opacity order overflow ' +
    'overflow-wrap padding padding-bottom padding-left padding-right padding-top row-gap text-align text-align-last ' +
    'text-decoration text-indent text-overflow text-shadow text-transform text-wrap vertical-align white-space width ' +
    'word-break word-spacing writing-mode'
  ).split(' '),
);
const FUNCTIONS: ReadonlySet<string> = new Set(
  'rgb rgba hsl hsla calc min max clamp linear-gradient radial-gradient repeat minmax fit-content'.split(' '),
);
const PSEUDO_CLASSES: ReadonlySet<string> = new Set(
  'hover focus focus-visible active first-child last-child only-child first-of-type last-of-type'.split(' '),
);
const NTH_PSEUDO_CLASSES: ReadonlySet<string> = new Set(['nth-child', 'nth-of-type']);
const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(['first-letter', 'first-line']);
/** Elements outside the block, and elements that hold what a visitor types. */
const FORBIDDEN_ELEMENTS: ReadonlySet<string> = new Set('html body head script style input textarea iframe'.split(' '));
const MAX_RULES = 200;
const MAX_STEPS = 6;
/** Characters of one selector list and one value. */
const MAX_LENGTH = { selectors: 400, value: 300 } as const;

/** Parses a text; returns `undefined` for a text that css-tree refuses, repairs or finds a comment in. */
function parseStrict(text: string, context: 'stylesheet' | 'selectorList' | 'value'): CssNode | undefined {
  const repairs: string[] = [];
  const onComment = (comment: string) => repairs.push(comment);
  const onParseError = ({ message }: Error) => repairs.push(message);
  // A style sheet keeps its selectors and values as text, so that each is measured before it is parsed.
  const options = context === 'stylesheet' ? { onParseError, parseRulePrelude: false, parseValue: false } : {};
  try {
    const node = parse(text, { ...options, onComment, context });
    return repairs.length === 0 ? node : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isSelectorPart(node: CssNode): boolean {
  if (node.type === 'Combinator') return [' ', '>', '+', '~'].includes(node.name);
  if (node.type === 'TypeSelector')
    return /^(?:\*|[a-z][a-z0-9]{0,15})$/i.test(node.name) && !FORBIDDEN_ELEMENTS.has(node.name.toLowerCase());
  if (node.type === 'ClassSelector') return /^[a-z_][\w-]{0,40}$/i.test(node.name);
  if (node.type === 'PseudoElementSelector')
    return node.children === null && PSEUDO_ELEMENTS.has(node.name.toLowerCase());
  if (node.type !== 'PseudoClassSelector') return false;
  const name = node.name.toLowerCase();
  if (node.children === null) return PSEUDO_CLASSES.has(name);
  return NTH_PSEUDO_CLASSES.has(name) && [...node.children].every(isNthIndex);
}
/** `odd`, `even` and `an + b` with numbers of at most three digits and without a sign. */
function isNthIndex(node: CssNode): boolean {
  if (node.type !== 'Nth' || node.selector !== null) return false;
  if (node.nth.type === 'Identifier') return ['odd', 'even'].includes(node.nth.name.toLowerCase());
  return [node.nth.a, node.nth.b].every((number) => number === null || /^\d{1,3}$/.test(number));
}

function isSelector({ children }: Selector): boolean {
  const parts = [...children];
  const steps = parts.filter(({ type }) => type === 'Combinator').length + 1;
  // A combinator at the start would select siblings of the block.
  const [first, last] = [parts[0], parts.at(-1)];
  const isComplete = first?.type !== 'Combinator' && last?.type !== 'Combinator';
  return steps <= MAX_STEPS && isComplete && parts.every(isSelectorPart);
}
function areSelectors(text: string): boolean {
  // css-tree ignores a comma at the end.
  if (text.length > MAX_LENGTH.selectors || /,\s*$/.test(text)) return false;
  const list = parseStrict(text, 'selectorList');
  return (
    list?.type === 'SelectorList' && [...list.children].every((node) => node.type === 'Selector' && isSelector(node))
  );
}

function isValuePart(property: string, node: CssNode): boolean {
  const isMargin = property.startsWith('margin');
  switch (node.type) {
    case 'Identifier':
    case 'Hash':
      return true;
    case 'Number':
    case 'Percentage':
    case 'Dimension':
      return !isMargin || !node.value.startsWith('-');
    case 'Operator':
      return !isMargin || node.value.trim() !== '-';
    case 'String':
      return property === 'font-family';
    case 'Parentheses':
      return [...node.children].every((child) => isValuePart(property, child));
    case 'Function':
      return (
        FUNCTIONS.has(node.name.toLowerCase()) && [...node.children].every((child) => isValuePart(property, child))
      );
    default:
      return false;
  }
}
const getCount = (text: string, character: string): number => text.split(character).length - 1;
/** css-tree closes quotes and parentheses that the end of a value leaves open. */
const isClosed = (value: string): boolean =>
  getCount(value, "'") % 2 === 0 && getCount(value, '"') % 2 === 0 && getCount(value, '(') === getCount(value, ')');

/** A value consists of words, numbers, colors, quoted font names and functions that compute. */
function isValue(property: string, text: string): boolean {
  if (text.length > MAX_LENGTH.value || !/^[\w\s#%.,()'"+*/-]+$/.test(text) || !isClosed(text)) return false;
  const value = parseStrict(text, 'value');
  if (value?.type !== 'Value') return false;
  const parts = [...value.children];
  return parts.length > 0 && parts.every((node) => isValuePart(property, node));
}

function isDeclaration(node: CssNode): boolean {
  // An empty declaration: css-tree keeps a second semicolon as raw text.
  if (node.type === 'Raw') return /^[\s;]*$/.test(node.value);
  if (node.type !== 'Declaration' || node.value.type !== 'Raw') return false;
  const property = node.property.toLowerCase();
  // css-tree returns `true` for `!important` in lower case, and the text after `!` otherwise.
  if (typeof node.important === 'string' && node.important.toLowerCase() !== 'important') return false;
  return PROPERTIES.has(property) && isValue(property, node.value.value.trim());
}

function isRule(node: CssNode): boolean {
  if (node.type !== 'Rule' || node.prelude.type !== 'Raw') return false;
  return areSelectors(node.prelude.value) && [...node.block.children].every(isDeclaration);
}

const declarationsOf = (rule: CssNode): readonly Declaration[] =>
  rule.type === 'Rule' ? [...rule.block.children].filter((node) => node.type === 'Declaration') : [];
const hasSaneDeclaration = ({ property, value }: Declaration): boolean =>
  value.type === 'Raw' && hasSaneStyleAmounts(property.toLowerCase(), value.value);

/** The rules of a text that consists only of allowed ones. Comments, escapes, at-rules and nested rules are refused. */
function parseRules(text: string): readonly CssNode[] | undefined {
  const styles = text.trim();
  // css-tree closes an open block, and its recursion follows nested blocks.
  const isFlat = /^(?:[^{}@<\\;]+\{[^{}@<\\]{0,4000}\})*$/.test(styles);
  if (!isFlat) return undefined;
  const sheet = parseStrict(styles, 'stylesheet');
  if (sheet?.type !== 'StyleSheet') return undefined;
  const rules = [...sheet.children];
  return rules.length <= MAX_RULES && rules.every(isRule) ? rules : undefined;
}

/** What is wrong with the styles of a block: a rule that is not allowed, or a length that is too large; undefined when nothing is. */
export function findBlockStylesIssue(text: string): 'css' | 'css_length' | undefined {
  const rules = parseRules(text);
  if (rules === undefined) return 'css';
  return rules.flatMap(declarationsOf).every(hasSaneDeclaration) ? undefined : 'css_length';
}
