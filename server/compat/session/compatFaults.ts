/** Refusals that our own client shows as a dialog or a screen, as sentences: older clients show the text of code 0 and nothing else. */
import type { IncomingMessage } from 'node:http';
import { asRecord } from '../../../common/json';
import { translateFault } from '../../../common/locales/translate';
import { fault, faultSpec, type Fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { isOlderClient, serverOrigin } from '../olderClient';
import { findFormEntity, withFieldErrors } from './fieldErrors';

/** The refusal in the form of an older client; any other client gets it as it is. */
export function toCompatFault(services: Services, request: IncomingMessage, refusal: Fault): Fault {
  if (!isOlderClient(request)) return refusal;
  const { code, data, fields } = refusal;
  const extra = data === undefined ? {} : { data };
  const origin = serverOrigin(services, request);
  // For HTTP 429 these clients show a sentence of their own, which does not say how long to wait.
  if (faultSpec(code).http === 429) return fault('compat.throttled', { message: inBothLanguages(refusal) }, extra);
  if (needsApproval(refusal)) {
    const url = `${origin}${getFormPath(services, request)}`;
    return fault('compat.setting_approval', { url }, { ...extra, ...(fields === undefined ? {} : { fields }) });
  }
  switch (code) {
    case 'access.step_up':
    case 'ledger.step_up':
      return fault('compat.step_up', undefined, extra);
    case 'access.second_factor':
      return fault('compat.enrol', { url: `${origin}/admin/profile` }, extra);
    case 'auth.second_factor':
      return acceptsCode(refusal)
        ? fault('compat.second_factor', undefined, extra)
        : fault('compat.passkey_only', { url: `${origin}/admin` }, extra);
    case 'ledger.second_person':
      return fault('compat.booking_approval', { limit: readLimit(refusal), url: `${origin}/admin/user` }, extra);
    case 'ledger.clerk_day':
      return fault('compat.booking_day', { limit: readLimit(refusal), url: `${origin}/admin/user` }, extra);
    case 'member.holds_money':
      return fault('compat.holds_money', { ...readHolders(refusal), url: `${origin}/admin/user` }, extra);
    case 'auth.captcha':
      return isCodeWithoutCaptcha(request, refusal)
        ? fault(getCaptchaFault(services), { url: `${origin}/user` }, extra)
        : refusal;
    case 'row.invalid':
    case 'row.duplicate':
      return withFieldErrors(services, request, refusal);
    default:
      return refusal;
  }
}

const inBothLanguages = (refusal: Fault) => ({
  en: translateFault('en', refusal),
  'zh-cn': translateFault('zh-cn', refusal),
});
/** A tab of settings has the refusals of its items at their fields. */
const needsApproval = ({ code, fields = [] }: Fault): boolean =>
  code === 'config.second_person' ||
  (code === 'row.invalid' && fields.length > 0 && fields.every((issue) => issue.code === 'second_person'));
/** The screen of our console that edits what was sent: settings, admins or role groups. */
const getFormPath = (services: Services, request: IncomingMessage): string =>
  `/admin/${findFormEntity(services, request)?.name ?? 'config'}`;

/** The first client has no captcha where it requests a code; the second client always sends the clicks. */
const isCodeWithoutCaptcha = ({ url = '' }: IncomingMessage, { fields }: Fault): boolean =>
  /^\/api\/[es]ms\/send/i.test(url) && fields?.[0]?.code === 'required';
const getCaptchaFault = ({ settings }: Services) =>
  settings.captcha === 'always' ? 'compat.code_captcha_always' : 'compat.code_captcha';

const readLimit = ({ params }: Fault) => params['limit'] ?? '';
const readHolders = ({ params }: Fault) => ({ count: params['count'] ?? 0, amount: params['amount'] ?? '' });

/** Whether an authenticator app is one of the factors that `auth.second_factor` names. */
export function acceptsCode({ data }: Fault): boolean {
  const kinds = asRecord(data?.['secondFactor'])?.['kinds'];
  return Array.isArray(kinds) && kinds.includes('otp');
}
