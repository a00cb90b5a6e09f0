/** The admin log: one entry for every act of staff, in the words of its language, written in the same transaction. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import { LIMITS } from '../../common/limits';
import { entityWords } from '../../common/locales/entityWords';
import { lookUp } from '../../common/locales/words';
import { beginning } from '../../common/text/clean';
import type { Journal } from '../engine/act';
import type { Ctx, Lang } from '../kit';

export const journal: Journal = {
  entity: 'admin_log',
  row: (ctx, deed) => (ctx.actor.realm === 'staff' ? entry(ctx, deed) : undefined),
};

const entry = (ctx: Ctx, { entity, verb, ids, data, before, cid }: Parameters<Journal['row']>[1]): StoredRow => ({
  admin_id: ctx.actor.id,
  username: beginning(ctx.actor.name, 30),
  title: beginning(`${entityWords(entity, ctx.lang).one} · ${verbWord(entity, verb, ctx.lang)}`, 120),
  data: { cid, entity: entity.name, verb, ids: ids.slice(0, 100), data: inBrief(data), ...was(before) },
  url: beginning(oneLine(ctx.url), LIMITS.logUrl),
  ip: ctx.ip.slice(0, 45),
  useragent: beginning(oneLine(ctx.userAgent), LIMITS.logUserAgent),
});

const verbWord = (entity: AnyEntity, verb: string, lang: Lang): string =>
  lookUp(lang, `menu.node.${verb}`) ?? entityWords(entity, lang).actions[verb] ?? verb;

// a client chooses these texts: no line of the log may look like two
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

const LONGEST = 200;
const was = (before: StoredRow | undefined) => (before ? { before: inBrief(before) } : {});
function inBrief(data: StoredRow): StoredRow {
  const short = (value: Json): Json => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length <= LONGEST ? value : `${beginning(text, LONGEST)}… (${text.length})`;
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, short(value)]));
}
