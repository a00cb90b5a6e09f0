/** The home page: the first block is the hero; each block is followed by its rows. */
import type { HomeBlock, PageContent } from '../../../common/site/pageData';
import { CardGroups } from '../parts/Cards';
import { Picture } from '../parts/Picture';
import { useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';
import { PageHead } from './ListPage';

type HomeContent = PageContent & { readonly kind: 'home' };

interface HomePageProps {
  readonly content: HomeContent;
  readonly siteName: string;
}

export function HomePage({ content, siteName }: HomePageProps) {
  const { blocks, groups, tagline } = content;
  const texts = useSiteTexts();
  if (blocks.length === 0 && groups.length === 0)
    return (
      <>
        <PageHead title={siteName} text={tagline} />
        {tagline === '' && <p className="empty">{texts.empty}</p>}
      </>
    );
  // A call to a form closes the page.
  const last = blocks.at(-1);
  const closing = blocks.length > 1 && last?.action !== undefined ? [last] : [];
  const others = blocks.slice(0, blocks.length - closing.length);
  return (
    <>
      {blocks.length === 0 && <PageHead title={siteName} text={tagline} />}
      {others.map((block, index) => (
        <BlockWithRows key={block.id} block={block} isHero={index === 0} />
      ))}
      <CardGroups groups={groups} />
      {closing.map((block) => (
        <BlockWithRows key={block.id} block={block} isHero={false} />
      ))}
    </>
  );
}

interface BlockProps {
  readonly block: HomeBlock;
  readonly isHero: boolean;
}
const BlockWithRows = ({ block, isHero }: BlockProps) => (
  <>
    <Block block={block} isHero={isHero} />
    <CardGroups groups={block.groups} />
  </>
);

function Block({ block, isHero }: BlockProps) {
  const [title, ...subTitles] = block.titles;
  const textLang = useTextLang();
  const Heading = isHero ? 'h1' : 'h2';
  const hasPicture = block.picture !== '';
  const className = [
    'block',
    isHero ? 'hero' : '',
    block.isLeftAligned ? '' : 'centred',
    hasPicture ? 'with-picture' : '',
    block.isFullWidth ? 'full-width' : '',
    block.groups.length > 0 ? 'with-rows' : '',
    block.action ? 'closing' : '',
  ];
  return (
    <section className={className.filter(Boolean).join(' ')} data-block={block.id}>
      {hasPicture && (
        <div className="block-picture">
          <Picture
            src={block.picture}
            mobileSrc={block.mobilePicture}
            alt=""
            sizes={block.isFullWidth ? '100vw' : '(max-width: 719px) 100vw, 600px'}
            isFirst={isHero}
          />
        </div>
      )}
      <div className="block-text">
        {title !== undefined && <Heading {...textLang(title)}>{title}</Heading>}
        {subTitles.map((subTitle) => (
          <p className="subtitle" key={subTitle} {...textLang(subTitle)}>
            {subTitle}
          </p>
        ))}
        {block.contents.length > 0 && (
          <ul className="block-contents">
            {block.contents.map((text) => (
              <li key={text} {...textLang(text)}>
                {text}
              </li>
            ))}
          </ul>
        )}
        {block.action && (
          <p className="actions">
            <a className="button" href={block.action.href}>
              {block.action.title}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
