/** The address of a captcha of a form: the page, its script and the server name it alike. */
import type { SiteLang } from './sitePaths';

/** `kind`: an image, or a question in words for people who cannot see it. */
export const captchaPath = (id: string, kind: 'picture' | 'words', lang: SiteLang): string =>
  `/api/common/captcha?id=${id}&purpose=form&kind=${kind}&lang=${lang}`;
