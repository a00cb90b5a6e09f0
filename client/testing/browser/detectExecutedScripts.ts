/** Watches a window for everything a harmful text could do: run a script, send a request, violate the CSP, become an element. */
import type { Page } from 'playwright-core';

export interface ScriptDetector {
  /** The findings since the last call: script executions, requests, CSP violations and suspicious elements. */
  readonly takeFindings: () => Promise<readonly string[]>;
}

/** Runs in every page before its scripts: prints CSP violations to the console, where `console` events report them. */
const LISTEN = () => {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.info(`canary: policy ${violatedDirective} ${blockedURI} ${sample}`);
  });
};

/** Elements and attributes that no screen of the product makes. */
const findSuspiciousElements = () =>
  [...document.querySelectorAll('*')].flatMap((element) => [
    ...[...element.attributes]
      .filter(({ name, value }) => /^on|^srcdoc$/i.test(name) || /^\s*(?:javascript|vbscript|data:text)/i.test(value))
      .map(({ name, value }) => `attribute ${element.tagName} ${name}=${value.slice(0, 60)}`),
    ...(/^(?:base|object|embed|frame|frameset|applet|marquee|details)$/i.test(element.tagName) &&
    // the menus of the public site
    !element.matches('.site-header details.submenu')
      ? [`element ${element.outerHTML.slice(0, 80)}`]
      : []),
  ]);

/** `url`: origin of the product; requests of the page to any other origin are findings. */
export async function detectExecutedScripts(page: Page, url: string): Promise<ScriptDetector> {
  const findings: string[] = [];
  const { host } = new URL(url);
  page.on('dialog', (dialog) => {
    findings.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, host: requestedHost } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && requestedHost !== host) findings.push(`request ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.text().startsWith('canary: ')) findings.push(message.text());
  });
  page.on('pageerror', (error) => findings.push(`error ${error.message}`));
  await page.addInitScript(LISTEN);
  return {
    takeFindings: async () => {
      findings.push(...(await page.evaluate(findSuspiciousElements)));
      return findings.splice(0).map((what) => `${page.url()}: ${what}`);
    },
  };
}
