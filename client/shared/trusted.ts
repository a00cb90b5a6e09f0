/**
 * The one Trusted Types policy of the client. A page refuses plain strings wherever text could become code; the only place
 * that needs HTML is a sandboxed frame without any allowance, so the policy lets HTML through and nothing else.
 */

interface Policy {
  readonly createHTML: (html: string) => unknown;
}
interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { readonly createHTML: (html: string) => string }) => Policy;
}

let policy: Policy | undefined;

/** Browsers without Trusted Types take the text as it is. */
function policyOf(scope: { readonly trustedTypes?: PolicyFactory }): Policy {
  policy ??= scope.trustedTypes?.createPolicy('atrium', { createHTML: (html) => html }) ?? {
    createHTML: (html) => html,
  };
  return policy;
}

/** Shows HTML in a frame; the caller sees to it that the frame is sandboxed. */
export function showInFrame(frame: HTMLIFrameElement, html: string): void {
  // The DOM's types do not know Trusted Types yet: the value is a TrustedHTML where the browser has them.
  frame.srcdoc = policyOf(globalThis as { readonly trustedTypes?: PolicyFactory }).createHTML(html) as string;
}

/** The nonce of this page, for styles inside a frame that inherits its policy. */
export const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
