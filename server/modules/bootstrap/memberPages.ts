/** Pages of modules in the member center: their entries in the menu, and what the screen needs to know of the entity. */
import { canUse, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { stringOrEmpty } from '../../../common/json';
import type { Lang } from '../../../common/lang';
import { entityLabels } from '../../../common/locales/entityLabels';
import { MODULE_PAGE, modulePagePath } from '../../../common/memberScreens';
import { parseInstalledParts, type MemberPage, type ModulePage } from '../../../common/modules/moduleParts';
import { fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { MemberMenuNode } from './memberMenu';

type PageOfMembers = ModulePage & { readonly member: MemberPage };

const SQL =
  "SELECT id, parts FROM `module` WHERE delete_time IS NULL AND state <> 'disabled' AND parts IS NOT NULL ORDER BY id";

async function listMemberPages(services: Services, actor: Actor): Promise<readonly PageOfMembers[]> {
  const rows = await services.db.rows<{ readonly parts: string | null }>(SQL);
  return rows
    .flatMap(({ parts }) => parseInstalledParts(JSON.parse(parts ?? 'null')).pages)
    .filter((page): page is PageOfMembers => page.member !== undefined)
    .filter(({ entity }) => {
      const found = services.registry.get(entity);
      return found !== undefined && canUse(actor, found, 'read');
    });
}

/** The entries of the menu, below those of the rules. Their ids are negative: no stored rule has them. */
export async function listMemberPageNodes(services: Services, actor: Actor): Promise<readonly MemberMenuNode[]> {
  const pages = await listMemberPages(services, actor);
  return pages.map(({ path, title, member }, index) => ({
    id: -1 - index,
    pid: null,
    type: 'menu',
    menu_type: 'tab',
    url: null,
    keepalive: 0,
    extend: '',
    title: title['zh-cn'],
    title_en: title.en,
    name: modulePagePath(path),
    path: modulePagePath(path),
    icon: member.icon,
    component: MODULE_PAGE,
    method: null,
    children: [],
  }));
}

/** A field that members fill in. */
function describeField(entity: AnyEntity, name: string, lang: Lang) {
  const { fields, help } = entityLabels(entity, lang);
  const { options } = entity.spec.fields[name] ?? {};
  return {
    name,
    label: fields[name] ?? name,
    help: help[name] ?? '',
    max: options?.max ?? 255,
    lines: options?.lines ?? 1,
    isRequired: options?.required === true,
  };
}

/** The titles of a choice by their stored value. */
function describeState(entity: AnyEntity, name: string | undefined, lang: Lang) {
  if (name === undefined) return null;
  const labels = entityLabels(entity, lang).choices[name] ?? {};
  const values = Object.entries(entity.spec.fields[name]?.options.values ?? {});
  return { name, titles: Object.fromEntries(values.map(([key, value]) => [String(value), labels[key] ?? key])) };
}

/** The values that a row of the member needs so that the member may remove it; null where members remove nothing. */
function describeRemovable(entity: AnyEntity, actor: Actor): Readonly<Record<string, Json>> | null {
  const access = entity.spec.access.member;
  const clause = typeof access === 'object' ? access.remove : undefined;
  if (!canUse(actor, entity, 'remove') || clause === undefined) return null;
  return Object.fromEntries(Object.entries(clause).filter(([, value]) => typeof value !== 'object'));
}

/** `GET /api/module/page`. Error: `row.missing` for a page that no module has, or whose rows the member cannot read. */
export async function readMemberPage({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const { services, actor, lang } = ctx;
  const wanted = stringOrEmpty(query['path']);
  const page = (await listMemberPages(services, actor)).find(({ path }) => path === wanted);
  const entity = page && services.registry.get(page.entity);
  if (page === undefined || entity === undefined) throw fault('row.missing');
  const { heading, body, note, member } = page;
  const labels = entityLabels(entity, lang);
  return {
    data: {
      path: page.path,
      entity: entity.name,
      title: page.title[lang],
      text: page.description[lang],
      heading,
      body,
      note: note === undefined ? null : { name: note, label: labels.fields[note] ?? note },
      one: labels.one,
      fields: member.form.map((name) => describeField(entity, name, lang)),
      state: describeState(entity, member.state, lang),
      canAdd: canUse(actor, entity, 'create'),
      removeIf: describeRemovable(entity, actor),
    },
  };
}
