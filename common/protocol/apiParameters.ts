/** The parameters that an API definition declares, and the check of the values of a call. */
import type { Json } from '../entity/field';
import type { Issue, ValueIssue } from '../entity/issue';
import { isObject } from '../json';
import { codePointLength } from '../text/normalize';

const API_PARAMETER_KINDS = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
type ApiParameterKind = (typeof API_PARAMETER_KINDS)[number];

/** A parameter of the query of a GET call, or of the JSON body of any other. */
export interface ApiParameter {
  readonly name: string;
  readonly kind: ApiParameterKind;
  readonly required: boolean;
  /** Characters of a text, items of a list, or the value of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly info: string;
}

const MAX_PARAMETERS = 100;
const MAX_CHOICES = 200;
const DEFAULT_MAX_LENGTH = 10_000;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;
const FORBIDDEN_NAMES = new Set(['constructor', 'prototype']);

/** The parameters in a stored value; the issues when it is no list of parameters. */
export function parseApiParameters(value: unknown): {
  readonly parameters: readonly ApiParameter[];
  readonly issues: readonly Issue[];
} {
  if (value === null || value === undefined) return { parameters: [], issues: [] };
  if (!Array.isArray(value)) return { parameters: [], issues: [{ path: 'params', code: 'type' }] };
  if (value.length > MAX_PARAMETERS)
    return { parameters: [], issues: [{ path: 'params', code: 'too_many', params: { max: MAX_PARAMETERS } }] };
  const parsed = value.map(parseParameter);
  const parameters = parsed.filter((parameter) => parameter !== undefined);
  const issues: Issue[] = parsed.flatMap((parameter, index): readonly Issue[] => {
    if (parameter === undefined) return [{ path: `params.${index}`, code: 'type' }];
    const isRepeated = parameters.filter(({ name }) => name === parameter.name).length > 1;
    if (isRepeated) return [{ path: `params.${index}`, code: 'taken' }];
    return findParameterIssues(parameter, value[index] as object, `params.${index}`); // parsed from an object
  });
  return { parameters, issues };
}

const PARAMETER_KEYS: ReadonlySet<string> = new Set(['name', 'kind', 'required', 'min', 'max', 'choices', 'info']);
/** What a new definition must not have; stored ones with it go on working. */
function findParameterIssues({ min, max }: ApiParameter, stored: object, path: string): readonly Issue[] {
  const unknown = Object.keys(stored).find((key) => !PARAMETER_KEYS.has(key));
  if (unknown !== undefined) return [{ path, code: 'unknown_field', params: { field: unknown } }];
  return min !== undefined && max !== undefined && max < min ? [{ path, code: 'too_small', params: { min } }] : [];
}

function parseParameter(value: unknown): ApiParameter | undefined {
  if (!isObject(value)) return undefined;
  const { name, kind = 'string', required = false, min, max, choices, info = '' } = value;
  const known = API_PARAMETER_KINDS.find((candidate) => candidate === kind);
  if (typeof name !== 'string' || !NAME.test(name) || FORBIDDEN_NAMES.has(name) || known === undefined)
    return undefined;
  if (typeof required !== 'boolean' || typeof info !== 'string') return undefined;
  if (![min, max].every((limit) => limit === undefined || Number.isFinite(limit))) return undefined;
  if (choices !== undefined && !isTextList(choices)) return undefined;
  return {
    name,
    kind: known,
    required,
    info,
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
    ...(choices === undefined ? {} : { choices }),
  };
}
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_CHOICES && value.every((choice) => typeof choice === 'string');

/** Checks the values of a call; names that no parameter declares are refused. Texts of a query may stand for numbers. */
export function checkApiValues(
  parameters: readonly ApiParameter[],
  values: Readonly<Record<string, unknown>>,
  isQuery: boolean,
): readonly Issue[] {
  const known = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name.replace(/\[\]$/, '')));
  return [
    ...unknown.map((path): Issue => ({ path, code: 'unknown_field', params: { field: path } })),
    ...parameters.flatMap((parameter): readonly Issue[] => {
      const value = values[parameter.name] ?? (isQuery ? values[`${parameter.name}[]`] : undefined);
      const issue = checkValue(parameter, value, isQuery);
      return issue === undefined ? [] : [{ path: parameter.name, ...issue }];
    }),
  ];
}

function checkValue(parameter: ApiParameter, value: unknown, isQuery: boolean): ValueIssue | undefined {
  const { kind, required, choices } = parameter;
  if (value === undefined || value === null || value === '') return required ? { code: 'required' } : undefined;
  const typed = isQuery ? readQueryValue(kind, value) : (value as Json); // a value of parsed JSON
  if (!hasKind(kind, typed)) return { code: NUMERIC.has(kind) ? (kind === 'integer' ? 'whole' : 'number') : 'type' };
  if (choices !== undefined && !choices.includes(String(typed))) return { code: 'choice' };
  return checkSize(parameter, typed);
}
const NUMERIC: ReadonlySet<ApiParameterKind> = new Set(['integer', 'number']);

function readQueryValue(kind: ApiParameterKind, value: unknown): unknown {
  if (NUMERIC.has(kind)) return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (kind === 'boolean')
    return value === 'true' || value === '1' || (value === 'false' || value === '0' ? false : value);
  return value;
}

const KIND_CHECKS: Readonly<Record<ApiParameterKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};
const hasKind = (kind: ApiParameterKind, value: unknown): boolean => KIND_CHECKS[kind](value);

function checkSize({ min, max }: ApiParameter, value: unknown): ValueIssue | undefined {
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return { code: 'too_small', params: { min } };
    return max !== undefined && value > max ? { code: 'too_big', params: { max } } : undefined;
  }
  if (typeof value === 'string') {
    const length = codePointLength(value);
    const limit = max ?? DEFAULT_MAX_LENGTH;
    if (min !== undefined && length < min) return { code: 'too_short', params: { min } };
    return length > limit ? { code: 'too_long', params: { max: limit } } : undefined;
  }
  return Array.isArray(value) && max !== undefined && value.length > max
    ? { code: 'too_many', params: { max } }
    : undefined;
}
