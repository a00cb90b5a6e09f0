/**
 * The sign-in of older clients, which have one form for it: the code of a second factor follows the password after a space. Each step is
 * that of our sign-in, with its limits and records.
 */
import { asRecord, stringOrEmpty } from '../../../common/json';
import { Fault } from '../../../common/protocol/faults';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HandlerResult, Route, RouteCall, RouteRegistry } from '../../engine/http/routeRegistry';
import type { RequestBody } from '../../platform/http/readBody';
import { acceptsCode } from './compatFaults';

const STEPS = [
  { path: '/admin/olderClient/signIn', password: '/admin/index/login', factor: '/admin/index/secondfactor' },
  { path: '/api/olderClient/signIn', password: '/api/user/checkin', factor: '/api/user/secondfactor' },
] as const;

export function registerCompatSignInRoutes({ routes }: Pick<ModuleServices, 'routes'>): void {
  for (const { path, password, factor } of STEPS) {
    const steps = { password: requirePost(routes, password), factor: requirePost(routes, factor) };
    routes.add({
      ...steps.password,
      path,
      summary: 'Sign in with a password, and a code after it, for older clients',
      handler: (call) => signIn(call, steps),
    });
  }
}

function requirePost(routes: RouteRegistry, path: string): Route {
  const route = routes.find(path)?.get('POST');
  if (route === undefined) throw new Error(`POST ${path} is not registered yet`);
  return route;
}

const PASSWORD_AND_CODE = /^(.+) (\d{6})$/s;
/** A registration chooses a password, so it contains no code. */
function splitPassword(body: RequestBody): { readonly password: unknown; readonly code?: string } {
  const { password } = body;
  const [whole, first, code] =
    body['tab'] === 'register' ? [] : (PASSWORD_AND_CODE.exec(stringOrEmpty(password)) ?? []);
  return whole === undefined || code === undefined ? { password } : { password: first, code };
}

interface SignInSteps {
  readonly password: Route;
  readonly factor: Route;
}
async function signIn(call: RouteCall, steps: SignInSteps): Promise<HandlerResult> {
  const { password, code } = splitPassword(call.body);
  try {
    return await steps.password.handler({ ...call, body: { ...call.body, password } });
  } catch (error) {
    const isAsked = error instanceof Fault && error.code === 'auth.second_factor' && acceptsCode(error);
    if (!isAsked || code === undefined) throw error;
    const { ticket } = asRecord(error.data?.['secondFactor']) ?? {};
    return steps.factor.handler({ ...call, body: { ticket, otp: code, device: call.body['device'] } });
  }
}
