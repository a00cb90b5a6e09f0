/** Watches a window for everything a harmful text could do: run a script, send a request, violate the CSP, become an element. */
import type { Page } from 'playwright-core';

export interface ScriptDetector {
  /** The script executions since the last call. */
  readonly take: () => Promise<readonly string[]>;
}

/** Names of CSP violations, stored in the page and carried over its navigations. */
const LISTEN = () => {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.info(`canary: policy ${violatedDirective} ${blockedURI} ${sample}`);
  });
};

/** Elements and attributes that no screen of the product makes. */
const strange = () =>
  [...document.querySelectorAll('*')].flatMap((element) => [
    ...[...element.attributes]
      .filter(({ name, value }) => /^on|^srcdoc$/i.test(name) || /^\s*(?:javascript|vbscript|data:text)/i.test(value))
      .map(({ name, value }) => `attribute ${element.tagName} ${name}=${value.slice(0, 60)}`),
    ...(/^(?:base|object|embed|frame|frameset|applet|marquee|details|meta-refresh)$/i.test(element.tagName) &&
    // the menus of the public site
    !element.matches('.site-header details.submenu')
      ? [`element ${element.outerHTML.slice(0, 80)}`]
      : []),
  ]);

/** `url`: origin of the product; requests of the page to any other origin are noticed. */
export async function detectExecutedScripts(page: Page, url: string): Promise<ScriptDetector> {
  const noticed: string[] = [];
  const { host } = new URL(url);
  page.on('dialog', (dialog) => {
    noticed.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && asked !== host) noticed.push(`request ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.text().startsWith('canary: ')) noticed.push(message.text());
  });
  page.on('pageerror', (error) => noticed.push(`error ${error.message}`));
  await page.addInitScript(LISTEN);
  return {
    take: async () => {
      noticed.push(...(await page.evaluate(strange)));
      return noticed.splice(0).map((what) => `${page.url()}: ${what}`);
    },
  };
}
