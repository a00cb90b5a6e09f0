/** The captcha of a form: a picture, or a question for people who cannot see it. Hidden until the server requires one. */
import { getJson, pageLang, valueAt } from './jsonRequests';

export interface Captcha {
  /** Shows the captcha with a new picture. */
  readonly show: () => void;
  /** What the form sends; nothing while the captcha is hidden. */
  readonly values: () => { readonly captchaId?: string };
}

export function createCaptcha(form: HTMLFormElement): Captcha {
  const box = form.querySelector<HTMLElement>('[data-captcha]');
  const picture = form.querySelector<HTMLImageElement>('[data-captcha-picture]');
  const question = form.querySelector<HTMLElement>('[data-captcha-question]');
  const input = form.querySelector<HTMLInputElement>('[name=captcha]');
  let id = '';
  const addressOf = (kind: 'picture' | 'words'): string => {
    // Every picture has an id of its own, and any try uses it up.
    id = crypto.randomUUID();
    return `/api/common/captcha?id=${id}&purpose=form&kind=${kind}&lang=${pageLang()}`;
  };
  const showPicture = (): void => {
    if (!box || !picture || !question || !input) return;
    box.hidden = false;
    picture.hidden = false;
    question.hidden = true;
    input.value = '';
    picture.src = addressOf('picture');
  };
  const showQuestion = async (): Promise<void> => {
    if (!picture || !question || !input) return;
    const { data } = await getJson(addressOf('words'));
    const text = valueAt(data, 'question');
    question.textContent = typeof text === 'string' ? text : '';
    picture.hidden = true;
    question.hidden = false;
    input.value = '';
    input.focus();
  };
  form.querySelector('[data-captcha-again]')?.addEventListener('click', showPicture);
  form.querySelector('[data-captcha-words]')?.addEventListener('click', () => void showQuestion());
  return { show: showPicture, values: () => (id === '' ? {} : { captchaId: id }) };
}
