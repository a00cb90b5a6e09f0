/** The errors of a form of the site: at their fields, and above the button what belongs to no field. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { enhanceForms } from './forms';

const PAGE = `<form data-form="lead">
  <input name="name" value="Ada"><p class="error" id="error-name"></p>
  <div data-captcha hidden><img data-captcha-picture><p data-captcha-question hidden></p><button type="button" data-captcha-words></button><button type="button" data-captcha-again></button>
  <input name="captchaId"><input name="captcha" value="wrong"><p class="error" id="error-captcha"></p></div>
  <p class="form-error" data-form-error></p><button type="submit">Send</button></form>`;
const { fetch: originalFetch, FormData: originalFormData } = globalThis;

/** The test environment has the FormData of Node, which reads no form. */
class TestFormData {
  constructor(readonly form: HTMLFormElement) {}
  *[Symbol.iterator](): Generator<readonly [string, string]> {
    for (const { name, value } of this.form.querySelectorAll('input')) yield [name, value];
  }
}

describe('forms of the site', () => {
  beforeEach(() => {
    document.body.innerHTML = PAGE;
    enhanceForms();
    Object.assign(globalThis, { FormData: TestFormData });
  });
  afterEach(() => {
    Object.assign(globalThis, { fetch: originalFetch, FormData: originalFormData });
  });

  /** Sends the form; returns the errors that it shows then. */
  const send = async (answer: object): Promise<readonly string[]> => {
    const fetchResponse = () => Promise.resolve({ json: () => Promise.resolve(answer) } as Response);
    globalThis.fetch = jest.fn<typeof fetch>(fetchResponse);
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return [...document.querySelectorAll('.error, .form-error')].map(({ textContent }) => textContent);
  };

  it('say once that a captcha is wrong, at its field', async () => {
    const fields = { captcha: 'The captcha is wrong or expired' };
    const shown = await send({ code: 0, msg: 'The captcha is wrong or expired.', data: { fields, captcha: true } });
    expect(shown).toEqual(['', 'The captcha is wrong or expired', '']);
    expect(document.activeElement).toBe(document.querySelector('[name=captcha]'));
  });

  it('ask a new question after a wrong answer to a question, and show an image when the visitor chooses it', async () => {
    const isHidden = () =>
      ['picture', 'question'].map((kind) => document.querySelector<HTMLElement>(`[data-captcha-${kind}]`)?.hidden);
    const click = async (button: string) => {
      document.querySelector<HTMLElement>(`[data-captcha-${button}]`)?.click();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    };
    const refusal = { fields: { captcha: 'The captcha is wrong or expired' }, captcha: true };
    await send({ code: 0, msg: 'Wrong.', data: refusal });
    expect(isHidden()).toEqual([false, true]);
    await click('words');
    const id = () => document.querySelector<HTMLInputElement>('[name=captchaId]')?.value;
    const firstId = id();
    await send({ code: 0, msg: 'Wrong.', data: { ...refusal, question: 'Three plus four?' } });
    expect(isHidden()).toEqual([true, false]);
    expect(document.querySelector('[data-captcha-question]')?.textContent).toBe('Three plus four?');
    expect(id()).not.toBe(firstId);
    expect(document.activeElement).toBe(document.querySelector('[name=captcha]'));
    await click('again');
    expect(isHidden()).toEqual([false, true]);
  });

  it('say what is wrong as a whole beside the errors of other fields', async () => {
    const shown = await send({ code: 0, msg: 'Check the marked fields.', data: { fields: { name: 'Fill in' } } });
    expect(shown).toEqual(['Fill in', '', 'Check the marked fields.']);
  });
});
