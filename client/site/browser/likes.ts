/** The like button of an article: one like for each visitor and day, which the server counts. */
import { postJson, valueAt } from './jsonRequests';

/** The articles that this browser liked, with the day: the server counts one like a day. It is no cookie, and nothing reads it elsewhere. */
const STORAGE_KEY = 'atrium.site.liked';

const today = (): string => new Date().toISOString().slice(0, 10);

function readLiked(): readonly string[] {
  try {
    const [day, ...ids] = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ');
    return day === today() ? ids : [];
  } catch {
    return [];
  }
}

function rememberLike(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, [today(), ...readLiked(), id].join(' '));
  } catch {
    // Without storage the button is enabled again after a reload; the server counts one like.
  }
}

function showLiked(button: HTMLButtonElement): void {
  button.disabled = true;
  button.textContent = button.dataset['liked'] ?? '';
}

export function enhanceLikes(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-like]'))
    if (readLiked().includes(button.dataset['like'] ?? '')) showLiked(button);
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-like]') : null;
    if (button) void like(button);
  });
}

async function like(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  try {
    const { code, data } = await postJson('/api/article/like', { id: Number(button.dataset['like']) });
    if (code !== 1) throw new Error('refused');
    showLiked(button);
    rememberLike(button.dataset['like'] ?? '');
    showLikes(button, valueAt(data, 'like_num'));
  } catch {
    button.disabled = false;
  }
}

/** The text beside the button holds one number: the likes. */
function showLikes(button: HTMLButtonElement, likes: unknown): void {
  const output = button.parentElement?.querySelector('[data-likes]');
  if (output && typeof likes === 'number') output.textContent = output.textContent.replace(/\d+/, String(likes));
}
