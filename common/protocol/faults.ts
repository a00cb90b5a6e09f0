/** All domain errors: HTTP status, envelope code and the parameters of the text. */
import type { Issue } from '../entity/issue';
import type { Lang } from '../lang';

interface FaultSpec {
  /** HTTP status; 0: raised in the browser, never sent. */
  readonly http: number;
  /** Envelope code. */
  readonly code: number;
  readonly params?: readonly string[];
}

export const FAULTS = {
  'request.malformed': { http: 400, code: 400 },
  'request.unknown_key': { http: 400, code: 400, params: ['key'] },
  'request.query': { http: 400, code: 400 },
  'request.too_many_changes': { http: 400, code: 400, params: ['max'] },
  'request.too_slow': { http: 400, code: 400, params: ['seconds'] },
  'request.timeout': { http: 408, code: 408 },
  'auth.needed': { http: 200, code: 302 },
  'auth.expired': { http: 200, code: 409 },
  'auth.wrong': { http: 200, code: 0 },
  'form.captcha_required': { http: 200, code: 0 },
  'auth.captcha': { http: 200, code: 0 },
  'auth.second_factor': { http: 200, code: 0 },
  'auth.ticket': { http: 200, code: 0 },
  'auth.code': { http: 200, code: 0 },
  'auth.passkey': { http: 200, code: 0 },
  'oidc.disabled': { http: 404, code: 404 },
  'oidc.unreachable': { http: 200, code: 0 },
  'oidc.failed': { http: 200, code: 0 },
  'oidc.expired': { http: 200, code: 0 },
  'oidc.unlinked': { http: 200, code: 0 },
  'oidc.taken': { http: 200, code: 0 },
  'auth.refresh': { http: 200, code: 302 },
  'auth.throttled': { http: 429, code: 429, params: ['seconds'] },
  'access.support_looks': { http: 403, code: 403 },
  'access.denied': { http: 403, code: 403 },
  'access.step_up': { http: 403, code: 403 },
  'access.second_factor': { http: 403, code: 403 },
  'access.self': { http: 200, code: 0 },
  'access.beyond': { http: 200, code: 0 },
  'access.last_super': { http: 200, code: 0 },
  'row.missing': { http: 404, code: 404 },
  'row.conflict': { http: 200, code: 412 },
  'row.base_missing': { http: 200, code: 428, params: ['field'] },
  'row.locked': { http: 200, code: 423 },
  'row.referenced': { http: 200, code: 0, params: ['title', 'count', 'by'] },
  'row.builtin': { http: 200, code: 0 },
  'row.children': { http: 200, code: 0 },
  'row.duplicate': { http: 409, code: 0 },
  'row.invalid': { http: 200, code: 0 },
  'row.move': { http: 200, code: 0, params: ['from', 'to'] },
  'row.no_factor': { http: 200, code: 0 },
  'row.sealed_elsewhere': { http: 200, code: 0 },
  'row.append_only': { http: 403, code: 403 },
  'design.invalid': { http: 200, code: 0, params: ['problems'] },
  'design.exists': { http: 200, code: -1, params: ['table'] },
  'design.has_design': { http: 200, code: 0, params: ['table'] },
  'design.no_table': { http: 200, code: 0 },
  'design.primary_key': { http: 200, code: 0 },
  'design.built_in': { http: 200, code: 0, params: ['table'] },
  'design.table_exists': { http: 200, code: 0, params: ['table'] },
  'design.outdated': { http: 200, code: 0, params: ['table'] },
  'design.referred': { http: 200, code: 0, params: ['table', 'by'] },
  'design.other_type': { http: 200, code: 0, params: ['field'] },
  'design.values_too_long': { http: 200, code: 0, params: ['field', 'count', 'max'] },
  'design.values_missing': { http: 200, code: 0, params: ['field', 'count'] },
  'design.values_repeated': { http: 200, code: 0, params: ['field', 'count'] },
  'design.table_busy': { http: 200, code: 0, params: ['table'] },
  'design.unconfirmed': { http: 200, code: 0, params: ['table'] },
  'design.unchanged': { http: 200, code: 0 },
  'design.not_in_force': { http: 200, code: 0, params: ['table'] },
  'design.not_newest': { http: 200, code: 0, params: ['table'] },
  'design.unreadable': { http: 200, code: 0 },
  'design.grant_beyond_parent': { http: 200, code: 0, params: ['group', 'parent'] },
  'design.of_module': { http: 200, code: 0, params: ['table', 'module'] },
  'module.archive': { http: 200, code: 0, params: ['reason'] },
  'module.invalid': { http: 200, code: 0, params: ['problems'] },
  'module.signature': { http: 200, code: 0 },
  'module.signer': { http: 200, code: 0, params: ['key'] },
  'module.code_signer': { http: 200, code: 0, params: ['signer'] },
  'module.hook_failed': { http: 200, code: 0, params: ['module'] },
  'module.downgrade': { http: 200, code: 0, params: ['version', 'installed'] },
  'module.required_by': { http: 200, code: 0, params: ['modules'] },
  'module.conflicts': { http: 200, code: -1, params: ['count'] },
  'module.blocked': { http: 200, code: 0, params: ['reasons'] },
  'module.dependencies': { http: 200, code: -2, params: ['modules'] },
  'module.dependencies_off': { http: 200, code: 0, params: ['packages'] },
  'module.dependencies_failed': { http: 200, code: 0, params: ['packages'] },
  'module.hooks_broken': { http: 200, code: 0, params: ['reason'] },
  'module.update_waits': { http: 200, code: -3 },
  'module.state': { http: 200, code: 0, params: ['state'] },
  'module.outdated': { http: 200, code: 0 },
  'module.package_gone': { http: 200, code: 0 },
  'market.closed': { http: 404, code: 404 },
  'market.key': { http: 200, code: 0 },
  'market.owned': { http: 200, code: 0 },
  'market.not_for_points': { http: 200, code: 0 },
  'market.price_changed': { http: 200, code: 0, params: ['price'] },
  'market.not_entitled': { http: 200, code: 0 },
  'market.code_other': { http: 200, code: 0 },
  'market.refunded': { http: 200, code: 0 },
  'market.refund_declined': { http: 200, code: 0 },
  'market.not_requested': { http: 200, code: 0 },
  'market.package_mismatch': { http: 200, code: 0, params: ['expected', 'found'] },
  'market.forbidden_url': { http: 200, code: 0 },
  'market.unreachable': { http: 200, code: 0 },
  'market.invalid': { http: 200, code: 0 },
  'market.refused': { http: 200, code: 0, params: ['message'] },
  'market.unlinked': { http: 200, code: 0 },
  'compat.step_up': { http: 200, code: 0 },
  'compat.enrol': { http: 200, code: 0, params: ['url'] },
  'compat.second_factor': { http: 200, code: 0 },
  'compat.passkey_only': { http: 200, code: 0, params: ['url'] },
  'compat.payment': { http: 200, code: 0 },
  'compat.design_lossy': { http: 200, code: 0, params: ['table', 'columns'] },
  'compat.own_password': { http: 200, code: 0, params: ['url'] },
  'compat.secret': { http: 200, code: 0, params: ['url'] },
  'compat.fields': { http: 200, code: 0, params: ['errors'] },
  'compat.duplicate': { http: 409, code: 0, params: ['errors'] },
  'job.busy': { http: 200, code: 0, params: ['subject'] },
  'job.ended': { http: 200, code: 0 },
  'import.unreadable': { http: 200, code: 0 },
  'import.archive': { http: 200, code: 0 },
  'import.too_large': { http: 200, code: 0, params: ['max'] },
  'import.too_many_rows': { http: 200, code: 0, params: ['max'] },
  'import.too_many_columns': { http: 200, code: 0, params: ['max'] },
  'import.cell_too_long': { http: 200, code: 0, params: ['row', 'max'] },
  'import.empty': { http: 200, code: 0 },
  'import.mapping': { http: 200, code: 0 },
  'import.column_denied': { http: 200, code: 0, params: ['field'] },
  'import.key': { http: 200, code: 0 },
  'import.busy': { http: 200, code: 0 },
  'import.unchecked': { http: 200, code: 0 },
  'import.state': { http: 200, code: 0 },
  'import.gone': { http: 200, code: 0 },
  'ledger.insufficient': { http: 200, code: 0, params: ['available'] },
  'ledger.too_much': { http: 200, code: 0 },
  'ledger.second_person': { http: 200, code: 0, params: ['limit'] },
  'ledger.step_up': { http: 403, code: 403, params: ['limit'] },
  'ledger.clerk_day': { http: 200, code: 0, params: ['limit'] },
  'ledger.same_person': { http: 200, code: 0 },
  'ledger.decided': { http: 200, code: 0 },
  'ledger.reversed': { http: 200, code: 0 },
  'ledger.asked': { http: 200, code: 0 },
  'ledger.no_reversal': { http: 200, code: 0 },
  'config.second_person': { http: 200, code: 0 },
  'config.same_person': { http: 200, code: 0 },
  'config.decided': { http: 200, code: 0 },
  'config.asked': { http: 200, code: 0 },
  'config.moved': { http: 200, code: 0 },
  'config.no_approver': { http: 200, code: 0, params: ['hours'] },
  'approval.recent': { http: 200, code: 0, params: ['hours'] },
  'approval.related': { http: 200, code: 0, params: ['hours'] },
  'recycle.back': { http: 200, code: 0 },
  'undo.done': { http: 200, code: 0, params: ['name'] },
  'mutation.reused': { http: 422, code: 422 },
  'bulk.too_many': { http: 400, code: 400, params: ['max'] },
  'bulk.too_large': { http: 400, code: 400, params: ['max'] },
  'route.missing': { http: 404, code: 404, params: ['url'] },
  'method.wrong': { http: 405, code: 405 },
  'body.too_large': { http: 413, code: 413 },
  'body.type': { http: 415, code: 415 },
  'url.too_long': { http: 414, code: 414 },
  too_many: { http: 429, code: 429 },
  'upload.incomplete': { http: 200, code: 0 },
  'upload.type': { http: 200, code: 0, params: ['name', 'allowed'] },
  'upload.content': { http: 200, code: 0, params: ['name'] },
  'upload.too_large': { http: 200, code: 0, params: ['name', 'max'] },
  'upload.hard_cap': { http: 413, code: 413 },
  'upload.picture': { http: 200, code: 0, params: ['name'] },
  'upload.pixels': { http: 200, code: 0, params: ['name', 'max'] },
  'upload.crowded': { http: 429, code: 429 },
  'upload.busy': { http: 200, code: 0 },
  'upload.gone': { http: 200, code: 0 },
  'upload.offset': { http: 200, code: 0 },
  'upload.lost': { http: 200, code: 0 },
  'upload.quota': { http: 507, code: 507 },
  'upload.local': { http: 200, code: 0 },
  'upload.ticket': { http: 200, code: 0 },
  'upload.absent': { http: 200, code: 0 },
  'upload.differs': { http: 200, code: 0 },
  'upload.store': { http: 503, code: 503 },
  'mail.failed': { http: 200, code: 0, params: ['why'] },
  'mail.gone': { http: 200, code: 0 },
  'member.holds_money': { http: 200, code: 0, params: ['count', 'amount'] },
  'member.delete_second': { http: 200, code: 0 },
  'member.money_moved': { http: 200, code: 0 },
  'member.locked_changes': { http: 200, code: 0 },
  'member.link_over': { http: 200, code: 0 },
  'member.disabled': { http: 200, code: 0 },
  'member.no_registration': { http: 200, code: 0 },
  'member.verify_first': { http: 200, code: 0 },
  'member.factor_on': { http: 200, code: 0 },
  'member.signed_today': { http: 200, code: 0 },
  'member.check_in_closed': { http: 200, code: 0 },
  'member.code_refused': { http: 200, code: 0, params: ['why'] },
  'app.stopped': { http: 200, code: 0 },
  'app.terminal_off': { http: 200, code: 0 },
  'open.key': { http: 401, code: 401 },
  'open.signature': { http: 401, code: 401 },
  'open.time': { http: 401, code: 401, params: ['seconds'] },
  'open.replayed': { http: 401, code: 401 },
  'open.login': { http: 401, code: 401 },
  'open.denied': { http: 403, code: 403 },
  'open.test_only': { http: 403, code: 403 },
  'open.production_only': { http: 403, code: 403 },
  'open.missing': { http: 404, code: 404 },
  'open.parameters': { http: 422, code: 422 },
  'open.limit': { http: 429, code: 429, params: ['seconds'] },
  'open.no_upstream': { http: 502, code: 502 },
  'open.forbidden_upstream': { http: 502, code: 502 },
  'open.upstream_failed': { http: 502, code: 502 },
  'open.redirected': { http: 502, code: 502 },
  'open.answer_too_large': { http: 502, code: 502, params: ['max'] },
  'open.upstream_broken': { http: 503, code: 503, params: ['seconds'] },
  'open.upstream_timeout': { http: 504, code: 504 },
  'preview.no_page': { http: 200, code: 0, params: ['field'] },
  'server.internal': { http: 500, code: 500 },
  'server.not_implemented': { http: 501, code: 501 },
  'server.gateway': { http: 502, code: 502 },
  'server.busy': { http: 503, code: 503 },
  'server.deadline': { http: 504, code: 504 },
  'server.http_version': { http: 505, code: 505 },
  'client.redirected': { http: 302, code: 302 },
  'client.other': { http: 0, code: 0 },
  'client.timeout': { http: 0, code: 0 },
  'client.network': { http: 0, code: 0 },
  'client.offline': { http: 0, code: 0 },
  'client.duplicate': { http: 0, code: 0, params: ['url'] },
  'client.fullscreen': { http: 0, code: 0 },
  'client.editor_missing': { http: 0, code: 0 },
  'client.terminal_port': { http: 0, code: 0 },
  'navigation.range': { http: 0, code: 0 },
  'navigation.type': { http: 0, code: 0 },
  'navigation.guard': { http: 0, code: 0 },
  'navigation.here': { http: 0, code: 0 },
  'navigation.route': { http: 0, code: 0 },
} as const satisfies Readonly<Record<string, FaultSpec>>;

export type FaultCode = keyof typeof FAULTS;
/** A value in the text of a fault; a text that is not the same in every language is given in each of them. */
export type FaultParam = string | number | Readonly<Record<Lang, string>>;
type ParamsOf<C extends FaultCode> = (typeof FAULTS)[C] extends { readonly params: readonly (infer P extends string)[] }
  ? Readonly<Record<P, FaultParam>>
  : undefined;

export type FaultParams = Readonly<Record<string, FaultParam>>;
export interface FaultExtra {
  /** Invalid fields, sent as `data.fields`. */
  readonly fields?: readonly Issue[];
  /** More for the envelope's data. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The only error class of the product. Any other thrown value is a bug, and the response is `server.internal`. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly params: FaultParams;
  readonly fields: readonly Issue[] | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: FaultCode, params: FaultParams, extra: FaultExtra) {
    super(code);
    this.name = 'Fault';
    this.code = code;
    this.params = params;
    this.fields = extra.fields;
    this.data = extra.data;
  }
}

/** `throw fault('row.missing')`, `throw fault('upload.picture', { name })`, `throw fault('row.invalid', undefined, { fields })`. */
export const fault = <C extends FaultCode>(
  code: C,
  ...rest: ParamsOf<C> extends undefined
    ? [params?: undefined, extra?: FaultExtra]
    : [params: ParamsOf<C>, extra?: FaultExtra]
): Fault => new Fault(code, rest[0] ?? {}, rest[1] ?? {});

/** HTTP status and envelope code of a fault. */
export const faultSpec = (code: FaultCode): FaultSpec => FAULTS[code];
