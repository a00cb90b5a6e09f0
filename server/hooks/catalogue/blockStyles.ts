/**
 * Styles of a block of the home page: a small part of CSS with a parser of its own. What the parser does not know is refused, so
 * that no rule loads anything, reaches outside its block, lies over the page or reads what somebody types.
 */

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
/** `2n + 1` is written as `2np1` before a selector is taken apart at its spaces and signs. */
const PSEUDO =
  /^:(?:hover|focus|focus-visible|active|first-child|last-child|only-child|first-of-type|last-of-type|:first-letter|:first-line|nth-(?:child|of-type)\((?:odd|even|\d{0,3}n?(?:p\d{1,3})?)\))$/;
const encodeNthChild = (selector: string) =>
  selector.replace(
    /\(\s{0,3}(odd|even|\d{0,3}n?)(?:\s{0,3}\+\s{0,3}(\d{1,3}))?\s{0,3}\)/gi,
    (_, each: string, from?: string) => (from === undefined ? `(${each})` : `(${each}p${from})`),
  );
/** One step of a selector: an element, classes, pseudo-classes; no ids and no attributes, which would tell what they hold. */
const STEP = /^(?:\*|[a-z][a-z0-9]{0,15})?(?:\.[a-z_][\w-]{0,40})*((?::{1,2}[a-z-]+(?:\([^()]{1,12}\))?)*)$/i;
/** What is outside the block by its very name. */
const FORBIDDEN_ELEMENTS: ReadonlySet<string> = new Set([
  'html',
  'body',
  'head',
  'script',
  'style',
  'input',
  'textarea',
  'iframe',
]);
const MAX_RULES = 200;

function isSelector(text: string): boolean {
  const steps = encodeNthChild(text)
    .trim()
    .split(/\s*[>+~]\s*|\s+/)
    .filter((step) => step !== '');
  return (
    steps.length > 0 &&
    steps.length <= 6 &&
    steps.every((step) => {
      const [, pseudos = ''] = STEP.exec(step) ?? [];
      const name = /^[a-z0-9]*/i.exec(step)?.[0].toLowerCase() ?? '';
      if (!STEP.test(step) || FORBIDDEN_ELEMENTS.has(name)) return false;
      return (pseudos.match(/::?[a-z-]+(?:\([^()]*\))?/gi) ?? []).every((one) => PSEUDO.test(one.toLowerCase()));
    })
  );
}

const IMPORTANT = '!important';
/** Characters of one value. Its expressions see nothing longer. */
const MAX_VALUE_LENGTH = 300;
/** Only plain words, numbers, quoted names of fonts and functions that compute. */
function isValue(property: string, given: string): boolean {
  if (given.length > MAX_VALUE_LENGTH) return false;
  const isImportant = given.toLowerCase().endsWith(IMPORTANT);
  const value = (isImportant ? given.slice(0, -IMPORTANT.length) : given).trim();
  if (value === '' || !/^[\w\s#%.,()'"+*/-]+$/.test(value)) return false;
  if ((value.match(/'/g) ?? []).length % 2 === 1 || (value.match(/"/g) ?? []).length % 2 === 1) return false;
  if (/['"]/.test(value) && property !== 'font-family') return false;
  if (/^margin/.test(property) && /(?:^|[\s(,+*/-])-\s*[\d.(c]/.test(` ${value}`)) return false;
  const calledFunctions = [...value.matchAll(/([a-z_][\w-]*)\s*\(/gi)].map(([, name = '']) => name.toLowerCase());
  return calledFunctions.every((name) => FUNCTIONS.has(name)) && isBalanced(value);
}
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function isDeclaration(text: string): boolean {
  const colonAt = text.indexOf(':');
  const property = text.slice(0, colonAt).trim().toLowerCase();
  return colonAt > 0 && PROPERTIES.has(property) && isValue(property, text.slice(colonAt + 1).trim());
}

/** Whether a text is nothing but such rules; comments are none of them and stay out. */
export function isBlockStyles(text: string): boolean {
  let remaining = text.trim();
  for (let rules = 0; remaining !== ''; rules += 1) {
    const rule = /^([^{}@<\\;]{1,400})\{([^{}@<\\]{0,4000})\}\s*/.exec(remaining);
    if (rule === null || rules >= MAX_RULES) return false;
    const [whole, selectors = '', body = ''] = rule;
    if (body.includes('/*') || selectors.includes('/*')) return false;
    if (!selectors.split(',').every(isSelector)) return false;
    if (!body.split(';').every((one) => one.trim() === '' || isDeclaration(one))) return false;
    remaining = remaining.slice(whole.length);
  }
  return true;
}
