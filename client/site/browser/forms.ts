/** The forms of the site: sent as JSON, errors shown at their fields, a captcha when the server requires one. */
import { createCaptcha, type Captcha } from './captcha';
import { postJson, randomId, valueAt, type Response } from './jsonRequests';

export function enhanceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) enhanceForm(form);
}

function enhanceForm(form: HTMLFormElement): void {
  const captcha = createCaptcha(form);
  // The same key for all tries of one message: a repeated request is stored once.
  let key = randomId();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, captcha, key).then((isDone) => {
      if (isDone) key = randomId();
    });
  });
}

type Values = Record<string, string | number | boolean | readonly number[]>;

/** The values of a form by field name; empty inputs are left out. */
function readValues(form: HTMLFormElement): Values {
  const values: Values = {};
  const lists: Record<string, readonly number[]> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '') continue;
    if (name.endsWith('[]')) {
      const list = name.slice(0, -2);
      lists[list] = [...(lists[list] ?? []), Number(value)];
    } else values[name] = form.elements.namedItem(name) instanceof HTMLSelectElement ? Number(value) : value;
  }
  return { ...values, ...lists };
}

/** Sends the form; returns whether the server stored the message. */
async function send(form: HTMLFormElement, captcha: Captcha, key: string): Promise<boolean> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button || button.disabled) return false;
  clearErrors(form);
  const { consent, ...values } = readValues(form);
  const label = button.textContent;
  button.disabled = true;
  button.textContent = button.dataset['sending'] ?? label;
  try {
    const response = await postJson(`/api/${form.dataset['form'] ?? ''}/add`, {
      ...values,
      consent: consent !== undefined,
      _mid: key,
    });
    if (response.code === 1) showSent(form, button, response.msg);
    else showRefusal(form, captcha, response);
    return response.code === 1;
  } catch {
    showFormError(form, button.dataset['offline'] ?? '');
    return false;
  } finally {
    button.disabled = false;
    button.textContent = label;
  }
}

function showRefusal(form: HTMLFormElement, captcha: Captcha, { msg, data }: Response): void {
  const needsCaptcha = valueAt(data, 'captcha') === true;
  if (needsCaptcha) captcha.show();
  const fields = valueAt(data, 'fields');
  for (const [name, text] of Object.entries(typeof fields === 'object' ? (fields ?? {}) : {}))
    if (typeof text === 'string') showError(form, name.split('.')[0] ?? name, text);
  // the error of a captcha is the whole refusal: its field says it
  if (valueAt(fields, 'captcha') === undefined) showFormError(form, msg);
  const target =
    form.querySelector<HTMLElement>('[aria-invalid=true]') ?? (needsCaptcha ? getInput(form, 'captcha') : null);
  target?.focus();
}

const getInput = (form: HTMLFormElement, name: string): HTMLElement | null =>
  form.querySelector(`[name="${CSS.escape(name)}"], [name="${CSS.escape(name)}[]"]`);

function showError(form: HTMLFormElement, name: string, text: string): void {
  const note = form.querySelector(`#error-${CSS.escape(name)}`);
  if (note) note.textContent = text;
  getInput(form, name)?.setAttribute('aria-invalid', 'true');
}

function showFormError(form: HTMLFormElement, text: string): void {
  const note = form.querySelector('[data-form-error]');
  if (note) note.textContent = text;
}

function clearErrors(form: HTMLFormElement): void {
  for (const note of form.querySelectorAll('.error, .form-error')) note.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}

/** Replaces the form by the confirmation; a button brings the empty form back. */
function showSent(form: HTMLFormElement, button: HTMLButtonElement, message: string): void {
  const sent = document.createElement('div');
  sent.className = 'sent';
  sent.tabIndex = -1;
  sent.setAttribute('role', 'status');
  const title = document.createElement('h2');
  title.textContent = button.dataset['sentTitle'] ?? '';
  const text = document.createElement('p');
  text.textContent = message;
  const retryButton = document.createElement('button');
  retryButton.type = 'button';
  retryButton.className = 'plain';
  retryButton.textContent = button.dataset['another'] ?? '';
  retryButton.addEventListener('click', () => {
    form.reset();
    sent.replaceWith(form);
  });
  sent.append(title, text, retryButton);
  form.replaceWith(sent);
  sent.focus();
}
