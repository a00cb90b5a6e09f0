/** The errors of fields as one sentence: older clients show only the message of a refusal, not the errors beside it. */
import type { IncomingMessage } from 'node:http';
import type { Issue } from '../../../common/entity/issue';
import { config } from '../../../common/entities/config';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Lang } from '../../../common/lang';
import { LIMITS } from '../../../common/limits';
import { entityLabels } from '../../../common/locales/entityLabels';
import { settings } from '../../../common/locales/en/settings';
import { settingTitle } from '../../../common/locales/settingTitles';
import { translateIssue } from '../../../common/locales/translate';
import { fault, type Fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { Services } from '../../context';
import { resolveCompatPath } from '../compatNames';

/** The titles of the settings that a request edits, by variable name. */
const sentSettings = new WeakMap<IncomingMessage, ReadonlyMap<string, string>>();
/** Keeps the titles for the errors of the request. */
export const rememberSettings = (request: IncomingMessage, titles: ReadonlyMap<string, string>): void =>
  void sentSettings.set(request, titles);

const MAX_ERRORS = 3;
const LABEL_CHARS = 60;
const PUNCTUATION: Readonly<Record<Lang, { readonly colon: string; readonly separator: string }>> = {
  en: { colon: ': ', separator: '; ' },
  'zh-cn': { colon: '：', separator: '；' },
};

/** The refusal with the errors of its first fields as its message. */
export function withFieldErrors(services: Services, request: IncomingMessage, refusal: Fault): Fault {
  const { code, fields = [], data } = refusal;
  if (fields.length === 0) return refusal;
  const entity = findFormEntity(services, request);
  const form = { entity, settings: sentSettings.get(request) };
  const describe = (lang: Lang) => describeErrors(fields, lang, form);
  const errors = { en: describe('en'), 'zh-cn': describe('zh-cn') };
  return fault(
    code === 'row.duplicate' ? 'compat.duplicate' : 'compat.fields',
    { errors },
    { fields, ...(data ? { data } : {}) },
  );
}

/** Entities of calls whose path has another name. */
const FORM_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['profile', 'admin'],
  ['account', 'user'],
]);
/** The entity whose form was sent. */
export function findFormEntity({ registry }: Services, { url = '' }: IncomingMessage): AnyEntity | undefined {
  const path = url.split('?', 1)[0] ?? '';
  const name = resolveCompatPath(path.toLowerCase()).split('/')[2] ?? '';
  return registry.get(FORM_ENTITIES.get(name) ?? name);
}

interface SentForm {
  readonly entity: AnyEntity | undefined;
  readonly settings: ReadonlyMap<string, string> | undefined;
}
function describeErrors(issues: readonly Issue[], lang: Lang, form: SentForm): string {
  const { colon, separator } = PUNCTUATION[lang];
  const sentences = issues.slice(0, MAX_ERRORS).map((issue) => {
    const label = findLabel(issue.path, lang, form);
    const text = translateIssue(lang, issue);
    return label === undefined ? text : `${truncate(label, LABEL_CHARS)}${colon}${text}`;
  });
  return truncate(sentences.join(separator), LIMITS.textChars);
}

/** A tab of settings has its errors at the names of the items. */
function findLabel(path: string, lang: Lang, { entity, settings: titles }: SentForm): string | undefined {
  if (entity === undefined) return undefined;
  const [name = ''] = path.split('.');
  const { fields } = entityLabels(entity, lang);
  if (Object.hasOwn(fields, name)) return fields[name];
  if (entity.name !== config.name) return undefined;
  const builtIn = Object.hasOwn(BUILT_IN_TITLES, name) ? BUILT_IN_TITLES[name] : undefined;
  return settingTitle(lang, name, builtIn ?? (titles?.get(name) || name));
}
const BUILT_IN_TITLES: Readonly<Record<string, string>> = settings.items;
