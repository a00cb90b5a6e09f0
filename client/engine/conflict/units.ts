/** What has to be decided in a conflict, and what a decision makes of it. */
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { groupOf, isTouched, mayWrite, unitOf, valueOf, type Draft, type Rival, type Shape } from '../draft';
import type { Pick } from '../picks';
import { joinTexts } from './words';

export interface Member {
  readonly field: string;
  readonly before: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly rival: Rival | undefined;
}
/** One field, or fields that merge as a unit. */
export interface Unit {
  readonly key: string;
  readonly members: readonly Member[];
  /** Why nothing can be chosen here. */
  readonly fixed: 'locked' | 'hidden' | null;
  /** Its result may be written by hand. */
  readonly text: boolean;
}

function memberOf(draft: Draft, field: string): Member {
  const rival = draft.conflicts[field];
  const base = draft.base[field] ?? null;
  return {
    field,
    before: rival?.base ?? base,
    theirs: rival ? rival.theirs : base,
    mine: valueOf(draft, field),
    rival,
  };
}

function questionOf(shape: Shape, draft: Draft, [key, fields]: readonly [string, readonly string[]]): Unit {
  const members = fields.map((field) => memberOf(draft, field));
  const locked = members.some(({ field, rival }) => !rival?.hidden && !mayWrite(shape, field));
  const hidden = members.some(({ rival }) => rival?.hidden);
  const [first] = fields;
  const kind = first === undefined ? undefined : columnNamed(shape.entity, first)?.kind;
  return {
    key,
    members,
    fixed: locked ? 'locked' : hidden && members.length === 1 ? 'hidden' : null,
    text: members.length === 1 && kind === 'text' && !locked && !hidden,
  };
}

/**
 * In the order of the form; fields that are not part of it come last. `chosen`: units somebody has decided about stand until the
 * decision is saved, also when a third change took the clash away: what was chosen or written there would be lost with them.
 */
export function unitsOf(shape: Shape, draft: Draft, chosen: readonly string[] = []): readonly Unit[] {
  const asked = [...Object.keys(draft.conflicts), ...chosen.flatMap((key) => key.split(','))];
  const ordered = [...new Set([...shape.fields, ...asked])].filter((field) => asked.includes(field));
  const groups = ordered.map((field): [string, readonly string[]] => {
    const group = groupOf(shape, field);
    const involved = group.filter((member) => member in draft.conflicts || isTouched(shape, draft, member));
    return [unitOf(shape, field), involved.length > 0 ? involved : group];
  });
  return [...new Map(groups)].map((group) => questionOf(shape, draft, group));
}

/** What a unit is decided between, printed. */
export const sidesOf = ({ members }: Unit): string =>
  JSON.stringify(members.map(({ field, before, theirs, mine }) => [field, before, theirs, mine]));

const asText = (value: Json): string => (typeof value === 'string' ? value : '');
export const pickFor = (unit: Unit, picks: Readonly<Record<string, Pick>>): Pick =>
  picks[unit.key] ?? { side: unit.fixed ? 'theirs' : 'mine', text: '' };

/** What a field will be. */
export function resultOf({ before, theirs, mine }: Member, { side, text }: Pick): Json {
  if (side === 'theirs') return theirs;
  if (side === 'mine') return mine;
  return side === 'own' ? text : joinTexts(asText(before), asText(theirs), asText(mine));
}

/** The values the form is to save. */
export const decisionOf = (units: readonly Unit[], picks: Readonly<Record<string, Pick>>): Wire =>
  Object.fromEntries(
    units.flatMap((unit) =>
      unit.members
        .filter(({ rival }) => !rival?.hidden)
        .map((member) => [member.field, resultOf(member, pickFor(unit, picks))] as const),
    ),
  );
