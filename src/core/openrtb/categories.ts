/** The content taxonomies that `cattax` can name. */
export const CONTENT_TAXONOMIES = [
  { cattax: 1, name: 'IAB Content Category Taxonomy 1.0', isDeprecated: true },
  { cattax: 2, name: 'IAB Content Category Taxonomy 2.0', isDeprecated: true },
  { cattax: 5, name: 'IAB Content Taxonomy 2.1', isDeprecated: false },
  { cattax: 6, name: 'IAB Content Taxonomy 2.2', isDeprecated: false },
  { cattax: 7, name: 'IAB Content Taxonomy 3.0', isDeprecated: false },
  { cattax: 9, name: 'IAB Content Taxonomy 3.1', isDeprecated: false },
] as const;

/** The top categories of taxonomy 1.0, which many clients still send, and what they became in 2.0 and later. */
export const CONTENT_CATEGORIES = [
  { v1: 'IAB1', v2: ['42', '201', '324', '338', '432', '640'], name: 'Arts & Entertainment' },
  { v1: 'IAB2', v2: ['1'], name: 'Automotive' },
  { v1: 'IAB3', v2: ['52'], name: 'Business' },
  { v1: 'IAB4', v2: ['123'], name: 'Careers' },
  { v1: 'IAB5', v2: ['132'], name: 'Education' },
  { v1: 'IAB6', v2: ['186'], name: 'Family & Parenting' },
  { v1: 'IAB7', v2: ['223'], name: 'Health & Fitness' },
  { v1: 'IAB8', v2: ['210'], name: 'Food & Drink' },
  { v1: 'IAB9', v2: ['239'], name: 'Hobbies & Interests' },
  { v1: 'IAB10', v2: ['274'], name: 'Home & Garden' },
  { v1: 'IAB11', v2: ['379'], name: 'Law, Government & Politics' },
  { v1: 'IAB12', v2: ['379'], name: 'News' },
  { v1: 'IAB13', v2: ['391'], name: 'Personal Finance' },
  { v1: 'IAB14', v2: ['186'], name: 'Society' },
  { v1: 'IAB15', v2: ['464'], name: 'Science' },
  { v1: 'IAB16', v2: ['422'], name: 'Pets' },
  { v1: 'IAB17', v2: ['483'], name: 'Sports' },
  { v1: 'IAB18', v2: ['552'], name: 'Style & Fashion' },
  { v1: 'IAB19', v2: ['596'], name: 'Technology & Computing' },
  { v1: 'IAB20', v2: ['653'], name: 'Travel' },
  { v1: 'IAB21', v2: ['441'], name: 'Real Estate' },
  { v1: 'IAB22', v2: ['473'], name: 'Shopping' },
  { v1: 'IAB23', v2: ['453'], name: 'Religion & Spirituality' },
  { v1: 'IAB24', v2: [], name: 'Uncategorized' },
  { v1: 'IAB25', v2: [], name: 'Non-Standard Content' },
  { v1: 'IAB26', v2: [], name: 'Illegal Content' },
] as const;
