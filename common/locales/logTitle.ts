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

export interface Reading {
  readonly lang: Lang;
  readonly entityNamed: (name: string) => AnyEntity | undefined;
  /** The title of a request that concerns no entity, by its path below `/admin`. */
  readonly routeNamed?: (path: string) => string | undefined;
}

/** A refused request as its entry stores it. */
interface RefusedRequest {
  readonly method?: Json | undefined;
  readonly path?: Json | undefined;
  readonly more?: Json | undefined;
}

/** The action a request asks for, by the names of the permission nodes. */
const actionOf = (action: string, method: Json | undefined): string =>
  action === 'edit' && method === 'GET' ? 'index' : action;

/** Names the entity and the action of a refused request; undefined when its path names neither. */
export function refusedTitle({ method, path, more }: RefusedRequest, reading: Reading): string | undefined {
  const { lang, entityNamed, routeNamed } = reading;
  if (typeof path !== 'string') return undefined;
  const below = path.toLowerCase().replace(/^\/(admin\/)?/, '');
  const [family = '', action = ''] = below.split('/');
  const entity = entityNamed(family);
  const asked = routeNamed?.(below) ?? (entity && writeTitle(entity, actionOf(action, method), lang));
  if (asked === undefined) return undefined;
  const { refused, refused_more: rest } = MENUS[lang];
  return `${refused} · ${asked}${more === true ? ` ${rest}` : ''}`;
}

/** Whether the title of an entry, which may be older than `more` in its data, stands for further refusals. */
const saysMore = (title: string): boolean => Object.values(MENUS).some((words) => title.includes(words.refused_more));

/** The title of a stored entry as its data tell it. Entries without such data keep the title they were written with. */
export function logTitle(title: string, data: Json | undefined, reading: Reading): string {
  const { lang, entityNamed } = reading;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return title;
  const { act, entity: name, verb, terminal, refused, ...request } = data as Readonly<Record<string, Json>>; // neither a list nor null
  const said = textIn(MENUS[lang].act, act);
  if (said !== undefined) return said;
  if (typeof refused === 'string') return refusedTitle({ more: saysMore(title), ...request }, reading) ?? title;
  const entity = typeof name === 'string' ? entityNamed(name) : undefined;
  if (entity && typeof verb === 'string') return writeTitle(entity, verb, lang);
  const done = textIn(MENUS[lang].terminal, terminal);
  const task = entityNamed('terminal_task');
  return done !== undefined && task ? `${entityWords(task, lang).one} · ${done}` : title;
}
