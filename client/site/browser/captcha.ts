/** The captcha of a form: an image, or a question for people who cannot see it. Hidden until the server requires one. */
import { captchaPath } from '../../../common/site/captchaPath';
import { getJson, pageLang, randomId, valueAt } from './jsonRequests';

export interface Captcha {
  /** Shows the captcha with a new image, or a new question for a visitor who chose the question. */
  readonly show: () => void;
}

export function createCaptcha(form: HTMLFormElement): Captcha {
  const box = form.querySelector<HTMLElement>('[data-captcha]');
  const picture = form.querySelector<HTMLImageElement>('[data-captcha-picture]');
  const question = form.querySelector<HTMLElement>('[data-captcha-question]');
  const input = form.querySelector<HTMLInputElement>('[name=captcha]');
  const idInput = form.querySelector<HTMLInputElement>('[name=captchaId]');
  const actions = form.querySelector<HTMLElement>('[data-captcha-actions]');
  if (actions) actions.hidden = false;
  const getAddress = (kind: 'picture' | 'words'): string => {
    // Every image has its own id, and any try uses it up.
    const id = randomId();
    if (idInput) idInput.value = id;
    return captchaPath(id, kind, pageLang());
  };
  const showImage = (): void => {
    if (!picture || !question || !input) return;
    picture.hidden = false;
    question.hidden = true;
    input.value = '';
    picture.src = getAddress('picture');
  };
  const showQuestion = async (): Promise<void> => {
    if (!picture || !question || !input) return;
    const { data } = await getJson(getAddress('words'));
    const text = valueAt(data, 'question');
    question.textContent = typeof text === 'string' ? text : '';
    picture.hidden = true;
    question.hidden = false;
    input.value = '';
    input.focus();
  };
  form.querySelector('[data-captcha-again]')?.addEventListener('click', showImage);
  form.querySelector('[data-captcha-words]')?.addEventListener('click', () => void showQuestion());
  return {
    show: () => {
      const isQuestion = question?.hidden === false;
      if (box) box.hidden = false;
      if (isQuestion) void showQuestion();
      else showImage();
    },
  };
}
