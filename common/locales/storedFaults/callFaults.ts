/** Why the gateway refused a call, as the call log shows it: without the parameters that the log does not keep. */
import type { Lang } from '../../lang';

export const callFaults = {
  en: {
    key: 'The app or its key is unknown.',
    signature: 'The signature is missing or wrong.',
    replayed: 'This nonce was already used.',
    login: 'This API requires a signed-in person. Send a valid token.',
    denied: 'You don’t have permission to call this API.',
    test_only: 'This API only answers test calls.',
    production_only: 'This API doesn’t answer test calls.',
    missing: 'This app has no such API online.',
    parameters: 'Check the parameters of this call.',
    no_upstream: 'This app has no upstream.',
    forbidden_upstream: 'The gateway isn’t allowed to call this app’s upstream.',
    upstream_failed: 'The upstream didn’t respond.',
    redirected: 'The upstream redirected to another address. The gateway doesn’t follow redirects.',
    upstream_timeout: 'The upstream didn’t respond in time.',
    time: 'The request time differed too much from the server’s time.',
    limit: 'The app had reached its limit of calls per minute.',
    answer_too_large: 'The upstream’s response was too large.',
    upstream_broken: 'The upstream had failed repeatedly, so it was not called.',
  },
  'zh-cn': {
    key: '应用或应用标识不存在。',
    signature: '缺少签名或签名错误。',
    replayed: '该随机数已被使用过。',
    login: '该接口需要登录，请发送有效的令牌。',
    denied: '没有调用该接口的权限。',
    test_only: '该接口只响应测试调用。',
    production_only: '该接口不响应测试调用。',
    missing: '该应用没有此在线接口。',
    parameters: '请检查调用参数。',
    no_upstream: '该应用没有可用的上游。',
    forbidden_upstream: '网关不允许调用该应用的上游。',
    upstream_failed: '上游没有响应。',
    redirected: '上游重定向到其他地址，网关不会跟随。',
    upstream_timeout: '上游响应超时。',
    time: '调用时间与服务器时间相差过大。',
    limit: '该应用超过了每分钟调用次数。',
    answer_too_large: '上游的响应过大。',
    upstream_broken: '上游多次失败，暂停调用。',
  },
} as const;

/** The sentence of a fault such as `open.time`; undefined for faults that do not belong to the gateway. */
export function callFaultText(lang: Lang, code: string): string | undefined {
  const texts: Readonly<Record<string, string>> = callFaults[lang];
  const name = code.startsWith('open.') ? code.slice('open.'.length) : '';
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
