/**
 * The calls of older clients that differ from ours as a whole: one row each, with our route and the translations. In
 * this folder, “own” means the current form of this product, and “sent” the form of the older client.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../context';
import type { RequestTranslation } from '../engine/http/requestAdapter';
import type { HandlerResult, Method, RouteCall } from '../engine/http/routeRegistry';
import type { InstallerDeps } from '../installer/conflicts';
import { buildMemberMenu } from '../modules/bootstrap/memberMenu';
import type { RequestBody } from '../platform/http/readBody';
import {
  toCompatConsole,
  toCompatMemberCenter,
  toCompatMemberSignIn,
  toCompatPublic,
  toCompatSignIn,
} from './compatBootstrap';
import type { ControllerDeps } from './controllerTranslation';
import { redeemClicks } from './session/clickCaptcha';
import { keepContactProof, withContactProof } from './session/contactProof';
import { toCompatFile } from './fileForm';
import { addInstalledModules, addModuleInfo, toCompatRefusal, withoutOrder } from './modules/moduleForm';
import { isOlderClient } from './olderClient';
import { toCompatProfile, toOwnAdminProfile, toOwnProfile, toSavedProfile } from './ownProfile';
import { toAddedItem, toCompatSettings, toOwnItem, toOwnSettings } from './settings/settingsForm';

export interface CompatRoute {
  readonly method: Method;
  /** The lower-case path that the client sends. */
  readonly sent: string;
  /** The lower-case path of our route, where it differs. */
  readonly own?: string;
  /** Our own client sends the same path: only requests for which this holds are translated. */
  readonly appliesTo?: (request: IncomingMessage) => boolean;
  readonly translation?: Omit<RequestTranslation, 'path' | 'body' | 'result'> & {
    readonly body?: (
      ctx: RequestContext,
      sent: RequestBody,
      request: IncomingMessage,
    ) => Promise<RequestBody> | RequestBody;
    readonly result?: (
      call: RouteCall,
      result: HandlerResult,
      deps: CompatDeps,
    ) => Promise<HandlerResult> | HandlerResult;
  };
}

/** What the adapter needs of the server. */
export interface CompatDeps extends ControllerDeps {
  readonly installer: InstallerDeps;
}

const MODULE = '/admin/module';
/** Our own paths of calls that these clients send as one, and of their module store, which is at the address of the site. */
const STORE = '/admin/modulestore';
/** A call of the module store, in the version of each client. */
const storeRoutes = (method: Method, action: string): readonly CompatRoute[] =>
  ['v2', 'v6'].map((version) => ({ method, sent: `/api/${version}.store/${action}`, own: `${STORE}/${action}` }));

const PROFILE = '/admin/routine.admininfo';
const SETTINGS = '/admin/routine.config';
/** Clicks are easier to guess than letters to type: only clients that have no other captcha can send them. */
const codeRoute = (sent: string): CompatRoute => ({
  method: 'POST',
  sent,
  appliesTo: isOlderClient,
  translation: {
    body: async (ctx, body, request) => redeemClicks('send')(ctx, await withContactProof(ctx, body, request)),
  },
});

export const COMPAT_ROUTES: readonly CompatRoute[] = [
  { method: 'GET', sent: `${MODULE}/index`, appliesTo: isOlderClient, translation: { result: addInstalledModules } },
  {
    method: 'POST',
    sent: `${MODULE}/upload`,
    appliesTo: isOlderClient,
    translation: { query: withoutOrder, result: addModuleInfo },
  },
  {
    method: 'POST',
    sent: `${MODULE}/install`,
    own: `${STORE}/install`,
    appliesTo: isOlderClient,
    translation: { fault: toCompatRefusal },
  },
  {
    method: 'POST',
    sent: `${MODULE}/update`,
    own: `${STORE}/install`,
    appliesTo: isOlderClient,
    translation: { fault: toCompatRefusal },
  },
  { method: 'POST', sent: `${MODULE}/uninstall`, own: `${STORE}/uninstall`, appliesTo: isOlderClient },
  { method: 'POST', sent: `${MODULE}/changestate`, own: `${STORE}/changestate`, appliesTo: isOlderClient },
  ...storeRoutes('GET', 'modules'),
  ...storeRoutes('GET', 'info'),
  ...storeRoutes('POST', 'order'),
  ...storeRoutes('POST', 'pay'),
  { method: 'GET', sent: '/admin/dashboard/index', own: '/admin/dashboard/dashboard' },
  {
    method: 'GET',
    sent: '/admin/index/index',
    appliesTo: isOlderClient,
    translation: { result: toCompatConsole },
  },
  {
    method: 'POST',
    sent: '/admin/index/login',
    own: '/admin/olderclient/signin',
    appliesTo: isOlderClient,
    translation: { body: redeemClicks('login'), result: toCompatSignIn },
  },
  {
    method: 'POST',
    sent: '/api/user/checkin',
    own: '/api/olderclient/signin',
    appliesTo: isOlderClient,
    translation: { body: redeemClicks('login'), result: toCompatMemberSignIn },
  },
  codeRoute('/api/ems/send'),
  codeRoute('/api/sms/send'),
  {
    method: 'POST',
    sent: '/api/account/verification',
    appliesTo: isOlderClient,
    translation: { result: keepContactProof },
  },
  {
    method: 'GET',
    sent: '/api/index/index',
    appliesTo: isOlderClient,
    translation: {
      result: (call, result) => toCompatPublic(call, result, ({ services, actor }) => buildMemberMenu(services, actor)),
    },
  },
  {
    method: 'GET',
    sent: '/api/user/index',
    appliesTo: isOlderClient,
    translation: { result: toCompatMemberCenter },
  },
  ...['/admin/ajax/upload', '/api/ajax/upload'].map((sent): CompatRoute => ({
    method: 'POST',
    sent,
    appliesTo: isOlderClient,
    translation: { result: toCompatFile },
  })),
  {
    method: 'POST',
    sent: '/api/account/profile',
    appliesTo: isOlderClient,
    translation: { body: toOwnProfile, result: toSavedProfile },
  },
  // The account in the module store.
  { method: 'GET', sent: '/api/user/info', own: '/api/user/index', translation: { result: toCompatMemberCenter } },
  { method: 'GET', sent: `${PROFILE}/index`, translation: { result: toCompatProfile } },
  { method: 'POST', sent: `${PROFILE}/edit`, translation: { body: toOwnAdminProfile, result: toSavedProfile } },
  {
    method: 'GET',
    sent: `${SETTINGS}/index`,
    translation: { result: toCompatSettings },
  },
  { method: 'POST', sent: `${SETTINGS}/edit`, translation: { body: toOwnSettings } },
  { method: 'POST', sent: `${SETTINGS}/add`, translation: { body: toOwnItem, result: toAddedItem } },
];
