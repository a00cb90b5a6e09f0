/** Titles of audit entries in the language of the reader. */
import { isObject } from '../json';
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import { menu as menuEn } from './en/menu';
import { entityLabels } from './entityLabels';
import type { Lang } from '../lang';
import { menu as menuZh } from './zh-cn/menu';

const MENUS = { en: menuEn, 'zh-cn': menuZh } as const;
/** Audited actions of staff that change no row of an entity. */
export type LoggedAction = keyof typeof menuEn.act;
/** Audited actions of staff in the command terminal. */
export type TerminalAction = keyof typeof menuEn.terminal;

const findText = (texts: object, key: unknown): string | undefined => {
  const text: unknown = typeof key === 'string' && Object.hasOwn(texts, key) ? Reflect.get(texts, key) : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** The label of an action on rows, e.g. `batchedit`, from the entity or from the common labels. */
export const verbLabel = (entity: AnyEntity, verb: string, lang: Lang): string =>
  entityLabels(entity, lang).actions[verb] ?? findText(MENUS[lang].node, verb) ?? verb.replaceAll('_', ' ');

/** The title of an entry about rows of an entity. */
export const writeTitle = (entity: AnyEntity, verb: string, lang: Lang): string =>
  `${entityLabels(entity, lang).one} · ${verbLabel(entity, verb, lang)}`;

/** The title of an action that changes no row of an entity. */
export const loggedActionTitle = (act: LoggedAction, lang: Lang): string => MENUS[lang].act[act];

/** The title of an action in the command terminal; `task` is its entity. */
export const terminalTitle = (task: AnyEntity, act: TerminalAction, lang: Lang): string =>
  `${entityLabels(task, lang).one} · ${MENUS[lang].terminal[act]}`;

export interface TitleContext {
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

/** The action of a request, named as in permission keys. */
const getAction = (action: string, method: Json | undefined): string =>
  action === 'edit' && method === 'GET' ? 'index' : action;

/** Names the entity and the action of a refused request; undefined when its path names neither. */
export function refusedRequestTitle({ method, path, more }: RefusedRequest, context: TitleContext): string | undefined {
  const { lang, entityNamed, routeNamed } = context;
  if (typeof path !== 'string') return undefined;
  const relativePath = path.toLowerCase().replace(/^\/(admin\/)?/, '');
  const [entityName = '', action = ''] = relativePath.split('/');
  const entity = entityNamed(entityName);
  const requestTitle = routeNamed?.(relativePath) ?? (entity && writeTitle(entity, getAction(action, method), lang));
  if (requestTitle === undefined) return undefined;
  const { refused, refused_more: moreText } = MENUS[lang];
  return `${refused} · ${requestTitle}${more === true ? ` ${moreText}` : ''}`;
}

/** English end of such titles in earlier versions. */
const FORMER_REFUSED_MORE = '(further refusals of this minute are not listed)';

/** Whether one log entry represents several refusals. Entries older than `more` in their data have only the title. */
const hasMoreRefusals = (title: string): boolean =>
  [...Object.values(MENUS).map((words) => words.refused_more), FORMER_REFUSED_MORE].some((text) =>
    title.includes(text),
  );

/** The title of a stored entry as its data tell it. Entries without such data keep the title they were written with. */
export function logTitle(title: string, data: Json | undefined, context: TitleContext): string {
  const { lang, entityNamed } = context;
  if (!isObject(data)) return title;
  const { act, entity: name, verb, terminal, refused, ...request } = data as Readonly<Record<string, Json>>; // neither a list nor null
  const actionText = findText(MENUS[lang].act, act);
  if (actionText !== undefined) return actionText;
  if (typeof refused === 'string')
    return refusedRequestTitle({ more: hasMoreRefusals(title), ...request }, context) ?? title;
  const entity = typeof name === 'string' ? entityNamed(name) : undefined;
  if (entity && typeof verb === 'string') return writeTitle(entity, verb, lang);
  const terminalText = findText(MENUS[lang].terminal, terminal);
  const task = entityNamed('terminal_task');
  return terminalText !== undefined && task ? `${entityLabels(task, lang).one} · ${terminalText}` : title;
}
