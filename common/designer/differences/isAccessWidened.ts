/** Finds out which differences let more people read or write rows. What cannot be compared counts as wider. */
import type { AnyAccess, AnyEntity, AnyGrant, Audience, Verb } from '../../entity/entity';
import type { Json } from '../../entity/field';
import { asStringList, isObject } from '../../json';
import { ownSensitivity } from '../check/checkField';
import type { CompleteField, CompleteSettings } from '../completeDesign';
import { parseOptions } from '../completeDesign';
import { isSameJson } from '../fieldOptions';

const AUDIENCES: readonly Audience[] = ['staff', 'member', 'guest'];
const VERBS: readonly Verb[] = ['read', 'create', 'update', 'remove'];

const findGrant = (access: AnyAccess | undefined, verb: Verb): AnyGrant | undefined =>
  access === 'crud' ? true : access?.[verb];

/** Whether somebody may use a verb on rows that were closed to them. */
export const isGrantWidened = (from: AnyEntity['spec']['access'], to: AnyEntity['spec']['access']): boolean =>
  AUDIENCES.some((audience) =>
    VERBS.some((verb) => {
      const [before, after] = [findGrant(from[audience], verb), findGrant(to[audience], verb)];
      return after !== undefined && before !== true && !isSameJson(before ?? null, after);
    }),
  );

const SENSITIVITY_RANKS: Readonly<Record<string, number>> = {
  public: 0,
  internal: 1,
  money: 2,
  restricted: 2,
  secret: 3,
};
const getRank = (sensitivity: string): number => SENSITIVITY_RANKS[sensitivity] ?? 0;

/** Whether fewer permissions are needed to read a field: it became less sensitive. */
export const isSensitivityLower = (from: string, to: string): boolean =>
  getRank(to) < getRank(from) || (from !== to && getRank(from) === getRank(to));

/** The sensitivity that a field has in its table. */
export const effectiveSensitivity = (field: CompleteField, settings: CompleteSettings): string =>
  ownSensitivity(field) ?? settings.sensitivity;

/** Whether a permission that was needed is no longer the one that is needed. */
export const isPermissionDropped = (from: string, to: string): boolean => from !== '' && from !== to;

const listRecords = (value: Json): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];

/** Whether a state can change in a way, or by people, as it could not before. Without transitions every change is possible. */
export function areTransitionsWidened(from: Json, to: Json): boolean {
  const [before, after] = [listRecords(from), listRecords(to)];
  if (before.length === 0) return false;
  if (after.length === 0) return true;
  return !after.every((next) =>
    before.some(
      (former) =>
        former['to'] === next['to'] &&
        asStringList(next['from']).every((name) => asStringList(former['from']).includes(name)) &&
        (former['node'] === undefined || former['node'] === next['node']) &&
        (former['super'] !== true || next['super'] === true),
    ),
  );
}

/** Whether a row is locked in fewer states. */
export const isLockWeaker = (from: Json, to: Json): boolean =>
  asStringList(from).some((name) => !asStringList(to).includes(name));

/** Options that close an entity or a field. */
const CLOSING_OPTIONS = [
  'superOnly',
  'personal',
  'memberRule',
  'publicId',
  'nodes',
  'readonly',
  'sensitivity',
] as const;
/** Whether an option that closes rows or fields is gone or has another value. */
export const areOptionsWidened = (from: Json, to: Json): boolean => {
  const [before, after] = [parseOptions(from), parseOptions(to)];
  return CLOSING_OPTIONS.some((key) => before[key] !== undefined && !isSameJson(before[key], after[key] ?? null));
};
