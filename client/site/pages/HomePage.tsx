/** The home page: the first block is the hero; the other blocks alternate with the groups of rows. */
import type { CardGroup, HomeBlock, PageContent } from '../../../common/site/pageData';
import { CardGroups } from '../parts/Cards';
import { Picture } from '../parts/Picture';
import { useTexts } from '../siteTexts';

type HomeContent = PageContent & { readonly kind: 'home' };

export function HomePage({ content }: { readonly content: HomeContent }) {
  const { blocks, groups } = content;
  const texts = useTexts();
  const [hero, ...others] = blocks;
  if (hero === undefined && groups.length === 0) return <p className="empty">{texts.empty}</p>;
  return (
    <>
      {hero && <Block block={hero} isHero />}
      {alternate(others, groups).map((part) =>
        'id' in part ? (
          <Block key={`block ${part.id}`} block={part} />
        ) : (
          <CardGroups key={part.title} groups={[part]} />
        ),
      )}
    </>
  );
}

/** One group after each block, then what is left of either. */
function alternate(blocks: readonly HomeBlock[], groups: readonly CardGroup[]): readonly (HomeBlock | CardGroup)[] {
  const length = Math.max(blocks.length, groups.length);
  return Array.from({ length }, (_, at) => [groups[at], blocks[at]])
    .flat()
    .filter((part) => part !== undefined);
}

function Block({ block, isHero = false }: { readonly block: HomeBlock; readonly isHero?: boolean }) {
  const [title, ...subTitles] = block.titles;
  const Heading = isHero ? 'h1' : 'h2';
  const hasPicture = block.picture !== '';
  const className = [
    'block',
    isHero ? 'hero' : '',
    block.isLeftAligned ? '' : 'centred',
    hasPicture ? 'with-picture' : '',
    block.isFullWidth ? 'full-width' : '',
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
        {title !== undefined && <Heading>{title}</Heading>}
        {subTitles.map((subTitle) => (
          <p className="subtitle" key={subTitle}>
            {subTitle}
          </p>
        ))}
        {block.contents.length > 0 && (
          <ul className="block-contents">
            {block.contents.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
