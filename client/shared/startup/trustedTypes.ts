/**
 * The one Trusted Types policy of the client. It allows two uses of strings as code: the content of an inert document, which runs no
 * scripts, and the URL of a worker script of this build.
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
/** Scripts of the build on the own origin; uploaded files do not match. */
const BUILT_SCRIPT = /^\/assets\/[\w.-]+\.m?js$/;
const POLICY_RULES: PolicyRules = {
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (!BUILT_SCRIPT.test(url)) throw new TypeError('not a script of this build');
    return url;
  },
};

let policy: TrustedPolicy | undefined;

/** Browsers without Trusted Types use the plain rules, which return the string. */
function getPolicy(scope: { readonly trustedTypes?: PolicyFactory }): TrustedPolicy {
  policy ??= scope.trustedTypes?.createPolicy('atrium', POLICY_RULES) ?? POLICY_RULES;
  return policy;
}

const currentPolicy = () => getPolicy(globalThis as { readonly trustedTypes?: PolicyFactory });

/** Parses HTML into a separate document that runs and loads nothing; its content is still untrusted. */
export function parseInertHtml(html: string): Document {
  // The DOM types lack Trusted Types: in browsers that support them, the value is a TrustedHTML.
  return new DOMParser().parseFromString(currentPolicy().createHTML(html) as string, 'text/html');
}

/** Creates a worker of this build. Throws a TypeError for any other URL. */
export function createBuildWorker(url: string): Worker {
  // The DOM types also lack the TrustedScriptURL parameter of Worker.
  const address = currentPolicy().createScriptURL(url) as string;
  return new Worker(address, { type: 'module' });
}

/** The policy for a library that accepts one; undefined in browsers without Trusted Types. */
export const nativeTrustedPolicy = (): unknown => ('trustedTypes' in globalThis ? currentPolicy() : undefined);
