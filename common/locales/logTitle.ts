/** What an entry of the admin log is called in the language of its reader. */
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import { menu as menuEn } from './en/menu';
import { entityWords } from './entityWords';
import type { Lang } from './index';
import { menu as menuZh } from './zh-cn/menu';

const MENUS = { en: menuEn, 'zh-cn': menuZh } as const;
/** What staff did that changes no row of an entity. */
export type LogAct = keyof typeof menuEn.act;
/** What staff did with the command terminal. */
export type TerminalAct = keyof typeof menuEn.terminal;

const textIn = (bag: object, key: unknown): string | undefined => {
  const text: unknown = typeof key === 'string' && Object.hasOwn(bag, key) ? Reflect.get(bag, key) : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** What was done to rows, e.g. `batchedit`, in words of the entity or in those all entities share. */
export const verbWord = (entity: AnyEntity, verb: string, lang: Lang): string =>
  entityWords(entity, lang).actions[verb] ?? textIn(MENUS[lang].node, verb) ?? verb.replaceAll('_', ' ');

/** The title of an entry about rows of an entity. */
export const writeTitle = (entity: AnyEntity, verb: string, lang: Lang): string =>
  `${entityWords(entity, lang).one} · ${verbWord(entity, verb, lang)}`;

/** The title of an act that changes no row of an entity. */
export const actTitle = (act: LogAct, lang: Lang): string => MENUS[lang].act[act];

/** The title of an act with the command terminal; `task` is its entity. */
export const terminalTitle = (task: AnyEntity, act: TerminalAct, lang: Lang): string =>
  `${entityWords(task, lang).one} · ${MENUS[lang].terminal[act]}`;

interface Reading {
  readonly lang: Lang;
  readonly entityNamed: (name: string) => AnyEntity | undefined;
}

/** The title of a stored entry as its data tell it. Entries without such data keep the title they were written with. */
export function logTitle(title: string, data: Json | undefined, { lang, entityNamed }: Reading): string {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return title;
  const { act, entity: name, verb, terminal, refused } = data as Readonly<Record<string, Json>>; // neither a list nor null
  const said = textIn(MENUS[lang].act, act);
  if (said !== undefined) return said;
  if (typeof refused === 'string') return title.replace(/^[^·]+ · /, `${MENUS[lang].refused} · `);
  const entity = typeof name === 'string' ? entityNamed(name) : undefined;
  if (entity && typeof verb === 'string') return writeTitle(entity, verb, lang);
  const done = textIn(MENUS[lang].terminal, terminal);
  const task = entityNamed('terminal_task');
  return done !== undefined && task ? `${entityWords(task, lang).one} · ${done}` : title;
}
