/** Titles of requests of staff that concern no entity. Separate from other texts because only the server uses them. */
import { routes as en } from './en/routes';
import type { Lang } from '../lang';
import { routes as zhCn } from './zh-cn/routes';

const ROUTES: Readonly<Record<Lang, Readonly<Record<string, string>>>> = { en, 'zh-cn': zhCn };

/** The title of the request at a lower-case path below `/admin`; undefined for requests about the rows of an entity. */
export const routeTitle = (path: string, lang: Lang): string | undefined =>
  Object.hasOwn(ROUTES[lang], path) ? ROUTES[lang][path] : undefined;
