/**
 * The one Trusted Types policy of the client. A page refuses plain strings wherever text could become code; the only places
 * that need any are an inert document nothing runs in, and a worker that is a file of this very build.
 */

interface TrustedPolicy {
  readonly createHTML: (html: string) => unknown;
  readonly createScriptURL: (url: string) => unknown;
}
interface PolicyRules {
  readonly createHTML: (html: string) => string;
  readonly createScriptURL: (url: string) => string;
}
interface PolicyFactory {
  readonly createPolicy: (name: string, rules: PolicyRules) => TrustedPolicy;
}
/** Built files alone, at home: nothing anybody uploaded. */
const BUILT_SCRIPT = /^\/assets\/[\w.-]+\.m?js$/;
const POLICY_RULES: PolicyRules = {
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (!BUILT_SCRIPT.test(url)) throw new TypeError('no script of this build');
    return url;
  },
};

let policy: TrustedPolicy | undefined;

/** Browsers without Trusted Types take the text as it is. */
function getPolicy(scope: { readonly trustedTypes?: PolicyFactory }): TrustedPolicy {
  policy ??= scope.trustedTypes?.createPolicy('atrium', POLICY_RULES) ?? POLICY_RULES;
  return policy;
}

const currentPolicy = () => getPolicy(globalThis as { readonly trustedTypes?: PolicyFactory });

/** A document of its own that runs and loads nothing; its content is still as hostile as it came. */
export function parseInertHtml(html: string): Document {
  // The DOM's types do not know Trusted Types yet: the value is a TrustedHTML where the browser has them.
  return new DOMParser().parseFromString(currentPolicy().createHTML(html) as string, 'text/html');
}

/** A worker of this build; throws for any other address. */
export function createBuildWorker(url: string): Worker {
  // Nor do they know that a worker takes a TrustedScriptURL.
  const address = currentPolicy().createScriptURL(url) as string;
  return new Worker(address, { type: 'module' });
}

/** The browser's own policy for a library that asks for one; undefined where there are no Trusted Types. */
export const nativeTrustedPolicy = (): unknown => ('trustedTypes' in globalThis ? currentPolicy() : undefined);
