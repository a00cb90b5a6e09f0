/** Cells of the access matrix written by hand from the specification, so that model and product cannot share an error. */
import type { AccessVerdict } from './expectedAccess';

export interface GoldenCell {
  readonly who: string;
  readonly method: string;
  readonly path: string;
  readonly verdict: AccessVerdict;
}

/** Guests reach the home page and the login pages, members the member center, staff what their groups hold. */
const CELLS_TEXT = `
guest: sign in
  GET /admin/Index/index, GET /admin/Dashboard/dashboard, GET /admin/admin/index, GET /admin/admin_group/index
  GET /admin/menu_rule/index, GET /admin/admin_log/index, GET /admin/news/index, POST /admin/news/add
  POST /admin/news/edit, POST /admin/news/del, DELETE /admin/news/del, POST /admin/ajax/upload
  GET /admin/user/index, GET /openapi.json, GET /api/user/index, POST /api/ajax/upload, GET /api/enterprise/index
guest: in
  GET /api/Index/index, GET /api/news/index, GET /api/banner/index, GET /api/product/index, GET /api/page/edit
member: sign in
  GET /admin/Index/index, GET /admin/user/index, POST /admin/user/edit, POST /admin/admin/add, GET /openapi.json
  GET /admin/news/index, POST /admin/admin_group/edit, POST /admin/ajax/clearCache
member: in
  GET /api/user/index, GET /api/enterprise/index, GET /api/enterprise_staff/index, GET /api/news/index
  POST /api/activation_code/redeem, POST /api/notice/readAll, POST /api/ajax/upload, GET /api/app_business/index
unprivileged: in
  GET /admin/Index/index, GET /admin/profile/index, POST /admin/profile/edit, GET /admin/profile/sessions
  POST /admin/notice/readAll, GET /admin/notice/index, GET /admin/Dashboard/dashboard
unprivileged: denied
  GET /admin/news/index, POST /admin/news/add, GET /admin/admin/index, POST /admin/admin/add
  POST /admin/admin_group/edit, GET /admin/admin_group/explain, POST /admin/menu_rule/sortable
  GET /admin/admin_log/index, POST /admin/ajax/clearCache, POST /admin/admin/revoke, GET /admin/user/index
unprivileged: sign in
  GET /api/user/index, POST /api/activation_code/redeem
of a disabled group: denied
  GET /admin/news/index, GET /admin/admin/index, POST /admin/admin_group/add, POST /admin/ajax/clearCache
enrolling: denied
  GET /admin/Index/index, GET /admin/news/index, POST /admin/admin/add, POST /admin/profile/edit, GET /admin/profile/index
enrolling: in
  GET /admin/profile/factor, POST /admin/profile/otpBegin, POST /admin/profile/passkeyBegin
editor: in
  GET /admin/news/index, GET /admin/news/edit, POST /admin/news/add, POST /admin/news/batchAdd, POST /admin/news/edit
  POST /admin/news/batchEdit, GET /admin/news/history, POST /admin/news/revert, GET /admin/news_category/index
editor: denied
  POST /admin/news/del, DELETE /admin/news/del, POST /admin/news/restore, POST /admin/news/purge
  POST /admin/news/sortable, POST /admin/news_category/add, GET /admin/article/index, GET /admin/admin/index
clerk: in
  GET /admin/user/index, GET /admin/admin_log/index, POST /admin/lead/edit, GET /admin/admin_group/explain
clerk: denied
  POST /admin/user/edit, POST /admin/user/add, POST /admin/admin_log/del, POST /admin/lead/del
  GET /admin/admin/index, POST /admin/admin_group/edit, GET /admin/security_event/index, POST /admin/admin/remove_factor
program: denied
  POST /admin/profile/edit, POST /admin/profile/revoke, POST /admin/ajax/clearCache, POST /admin/profile/otpBegin
wall: in
  GET /admin/Index/index, GET /admin/Dashboard/dashboard
wall: denied
  GET /admin/user/index, GET /admin/lead/index, GET /admin/user/edit, GET /admin/user/export, POST /admin/user/edit
  POST /admin/Dashboard/arrange, GET /admin/profile/index, POST /admin/threshold/acknowledge, GET /admin/admin/index
  POST /admin/wall_screen/add, POST /admin/wall_screen/show, GET /openapi.json, GET /admin/notice/index
wall: sign in
  GET /api/user/index
super: in
  GET /admin/Index/index, POST /admin/admin/add, POST /admin/admin_group/edit, POST /admin/menu_rule/add
  POST /admin/ajax/clearCache, GET /admin/admin_log/index, POST /admin/admin/revoke, POST /admin/user/purge, GET /openapi.json
super: denied
  POST /admin/admin_log/del, DELETE /admin/admin_log/del, POST /admin/security_event/del
super: sign in
  GET /api/user/index
`;

function parseCells(): readonly GoldenCell[] {
  const cells: GoldenCell[] = [];
  let [actorName, verdict] = ['', 'in' as AccessVerdict];
  for (const line of CELLS_TEXT.split('\n').filter((text) => text !== '')) {
    const head = /^(\S.*): (in|denied|sign in)$/.exec(line);
    if (head) [actorName, verdict] = [head[1] ?? '', head[2] as AccessVerdict];
    else
      for (const cell of line.trim().split(', ')) {
        const [method = '', path = ''] = cell.split(' ');
        cells.push({ who: actorName, method, path, verdict });
      }
  }
  return cells;
}
export const GOLDEN_CELLS = parseCells();
