/** Banners above or below the content: one image, or several that one can scroll through. */
import type { Banner } from '../../../common/site/pageData';
import { useTextLang } from '../textLang';
import { Picture } from './Picture';

interface BannersProps {
  readonly banners: readonly Banner[];
  /** The banners are at the top of the page, so their first image loads first. */
  readonly isTop?: boolean;
}

export function Banners({ banners, isTop = false }: BannersProps) {
  if (banners.length === 0) return null;
  // A reader scrolls through them by the keyboard: at their links, or at the group itself.
  const needsFocus = banners.length > 1 && banners.every(({ href }) => href === '');
  return (
    <div className={isTop ? 'banners banners-top' : 'banners'} {...(needsFocus ? { tabIndex: 0 } : {})}>
      {banners.map((banner, index) => (
        <BannerSlide key={banner.id} banner={banner} isFirst={isTop && index === 0} />
      ))}
    </div>
  );
}

function BannerSlide({ banner, isFirst }: { readonly banner: Banner; readonly isFirst: boolean }) {
  const textLang = useTextLang();
  const content = (
    <>
      <Picture src={banner.image} mobileSrc={banner.mobileImage} alt="" sizes="100vw" isFirst={isFirst} />
      <span className="banner-text">
        <strong {...textLang(banner.title)}>{banner.title}</strong>
        {banner.subTitle !== '' && <span {...textLang(banner.subTitle)}>{banner.subTitle}</span>}
      </span>
    </>
  );
  if (banner.href === '') return <div className="banner">{content}</div>;
  return (
    <a className="banner" href={banner.href}>
      {content}
    </a>
  );
}
