/**
 * The subjects that words stand for. Each is a place in the IAB Content Taxonomy 1.0; several share one where the
 * taxonomy is coarser than what people talk about. What a conversation is about and what an ad is about are both
 * told in subjects, and so can be compared.
 */
type SubjectEntry = {
  /** Under it, `words/<language>.json` lists the words. */
  readonly name: string;
  /** For sentences: "about shoes". */
  readonly label: string;
  /** In the IAB Content Taxonomy 1.0. The first is the usual one. */
  readonly categories: readonly string[];
  /** The broad topic of what is sold; undefined: people talk about it, and no shop sells it under these words. */
  readonly topic: string | undefined;
  /** Subjects of another category that go well together. It holds both ways. */
  readonly near: readonly string[];
  /** Whoever speaks of it speaks of little else: illness, politics, the law. */
  readonly isGrave: boolean;
};

const sold = (
  topic: string,
  name: string,
  label: string,
  categories: string,
  near = '',
): SubjectEntry => ({ ...row(name, label, categories, near), topic, isGrave: false });

const told = (name: string, label: string, categories: string, near = ''): SubjectEntry => ({
  ...row(name, label, categories, near),
  topic: undefined,
  isGrave: false,
});

const grave = (name: string, label: string, categories: string, near = ''): SubjectEntry => ({
  ...row(name, label, categories, near),
  topic: undefined,
  isGrave: true,
});

function row(name: string, label: string, categories: string, near: string) {
  return { name, label, categories: categories.split(' '), near: near.split(' ').filter(Boolean) };
}

export const SUBJECTS: readonly SubjectEntry[] = [
  // Style
  sold('footwear', 'footwear', 'shoes', 'IAB18-5', 'running hiking'),
  sold('clothing', 'clothing', 'clothing', 'IAB18-5', 'hiking winter-sports camping running'),
  told('fashion', 'fashion', 'IAB18-3', 'clothing footwear'),
  sold('accessories', 'jewelry', 'jewellery and watches', 'IAB18-4'),
  sold('accessories', 'bags', 'bags and luggage', 'IAB18-6', 'travel hiking'),
  sold('accessories', 'accessories', 'accessories', 'IAB18-6'),
  sold('beauty', 'beauty', 'beauty', 'IAB18-1'),
  sold('beauty', 'skincare', 'skin care', 'IAB18-1'),
  // Technology
  sold('electronics', 'phones', 'phones and tablets', 'IAB19-6'),
  sold('electronics', 'computers', 'computers', 'IAB19-27', 'peripherals video-games'),
  sold('electronics', 'peripherals', 'computer accessories', 'IAB19-9'),
  sold('electronics', 'audio', 'headphones and audio', 'IAB19-29', 'music'),
  sold('electronics', 'cameras', 'cameras', 'IAB19-5', 'photography'),
  sold('electronics', 'television', 'televisions and projectors', 'IAB19-17', 'audio'),
  sold('electronics', 'gadgets', 'gadgets', 'IAB19'),
  sold('software', 'business-software', 'business software', 'IAB3-4', 'work'),
  sold('software', 'apps', 'apps and subscriptions', 'IAB19-30'),
  sold('software', 'security-software', 'security software', 'IAB19-3'),
  sold('software', 'hosting', 'websites and hosting', 'IAB19-34', 'programming'),
  sold('telecom', 'telecom', 'internet and mobile plans', 'IAB19-18', 'phones'),
  told('programming', 'programming', 'IAB19-20'),
  told('data-science', 'data and machine learning', 'IAB19-12', 'programming'),
  told('networks', 'computer networks', 'IAB19-8', 'telecom'),
  // Home
  sold('home', 'furniture', 'furniture', 'IAB10-7', 'home-office'),
  sold('home', 'home-office', 'office furniture', 'IAB10-7', 'work'),
  sold('home', 'decor', 'decoration and light', 'IAB10-7'),
  sold('home', 'bedding', 'mattresses and bedding', 'IAB10-7', 'sleep'),
  sold('home', 'appliances', 'household appliances', 'IAB10-1'),
  sold('home', 'household', 'household goods', 'IAB10', 'appliances'),
  sold('home', 'smart-home', 'smart home and security', 'IAB10-6', 'gadgets'),
  sold('home', 'pest-control', 'pests', 'IAB10-3'),
  sold('kitchen', 'cookware', 'cookware', 'IAB10-2', 'cooking'),
  sold('kitchen', 'coffee-machines', 'coffee machines', 'IAB10-1', 'coffee'),
  sold('garden', 'garden', 'the garden', 'IAB10-4'),
  sold('garden', 'diy', 'tools and repair', 'IAB10-5', 'garden'),
  sold('home', 'building', 'building and renovation', 'IAB10-9', 'diy'),
  sold('energy', 'energy', 'energy and heating', 'IAB10-3', 'building'),
  sold('property', 'property', 'homes to rent or buy', 'IAB21', 'building'),
  // Food
  sold('food', 'coffee', 'coffee and tea', 'IAB8-6'),
  sold('food', 'drinks', 'wine, beer and spirits', 'IAB8-5 IAB8-18'),
  sold('food', 'groceries', 'groceries', 'IAB8'),
  sold('food', 'meal-kits', 'meal kits', 'IAB8', 'cooking groceries'),
  told('produce', 'vegetables and fruit', 'IAB8-17', 'cooking groceries'),
  told('cooking', 'cooking and recipes', 'IAB8', 'cookware groceries produce'),
  told('baking', 'baking', 'IAB8-8', 'cooking cookware'),
  sold('food', 'restaurants', 'restaurants', 'IAB8-9'),
  told('diet', 'diets', 'IAB8-12', 'cooking nutrition'),
  // Health and the body
  sold('health', 'health-products', 'health products', 'IAB7-26'),
  sold('health', 'nutrition', 'vitamins and nutrition', 'IAB7-32', 'fitness'),
  sold('sports', 'fitness', 'fitness', 'IAB7-1', 'running'),
  told('sleep', 'sleep', 'IAB7-40'),
  told('dental', 'teeth', 'IAB7-17'),
  grave('illness', 'illness', 'IAB7'),
  grave('allergies', 'allergies', 'IAB7-4', 'illness'),
  grave('psychology', 'the mind', 'IAB7-37'),
  grave('pregnancy', 'pregnancy', 'IAB6-7', 'baby'),
  told('anatomy', 'the body', 'IAB15-2'),
  // Sports
  told('running', 'running', 'IAB17-30', 'hiking'),
  told('athletics', 'athletics', 'IAB17-23', 'running'),
  told('hiking', 'hiking', 'IAB17-42', 'camping climbing'),
  sold('sports', 'camping', 'camping', 'IAB20-9'),
  sold('sports', 'cycling', 'bikes', 'IAB17-3 IAB17-21'),
  sold('sports', 'winter-sports', 'winter sports', 'IAB17-35 IAB17-36'),
  sold('sports', 'water-sports', 'water sports', 'IAB17-38 IAB17-37 IAB17-6'),
  sold('sports', 'climbing', 'climbing', 'IAB17-8'),
  sold('sports', 'fishing', 'fishing and hunting', 'IAB17-13 IAB17-18'),
  sold('sports', 'golf', 'golf', 'IAB17-15'),
  sold('sports', 'racket-sports', 'racket sports', 'IAB17-40'),
  sold('sports', 'ball-games', 'football and other ball games', 'IAB17-44 IAB17-12'),
  sold('sports', 'martial-arts', 'martial arts', 'IAB17-20 IAB17-5'),
  sold('sports', 'horses', 'horses and riding', 'IAB17-17'),
  sold('sports', 'skating', 'skating', 'IAB17-34'),
  told('motor-racing', 'motor racing', 'IAB17-1', 'cars'),
  // Family, pets, hobbies
  sold('toys', 'baby', 'babies and toddlers', 'IAB6-2'),
  told('parenting', 'bringing up children', 'IAB6-5', 'baby toys'),
  sold('toys', 'toys', 'toys and board games', 'IAB9-5'),
  sold('electronics', 'video-games', 'video games', 'IAB9-30'),
  sold('pets', 'pet-supplies', 'pet food and supplies', 'IAB16'),
  told('dogs', 'dogs', 'IAB16-4', 'pet-supplies'),
  told('cats', 'cats', 'IAB16-3', 'pet-supplies'),
  told('fish-tanks', 'aquariums', 'IAB16-1', 'pet-supplies'),
  told('reptiles', 'reptiles', 'IAB16-6', 'pet-supplies'),
  told('cage-birds', 'birds', 'IAB16-2', 'pet-supplies'),
  told('small-pets', 'rodents and rabbits', 'IAB16', 'pet-supplies'),
  told('farm-animals', 'farm animals', 'IAB16-5'),
  told('veterinary', 'animal medicine', 'IAB16-7', 'dogs cats'),
  told('wildlife', 'wild animals', 'IAB15-2'),
  sold('crafts', 'crafts', 'arts and crafts', 'IAB9-2'),
  told('photography', 'photography', 'IAB9-23'),
  sold('crafts', 'collecting', 'collecting', 'IAB9-10'),
  sold('instruments', 'instruments', 'musical instruments', 'IAB9-16', 'music'),
  sold('extras', 'extras', 'parts and extras', 'IAB22'),
  sold('gifts', 'gifts', 'gifts', 'IAB22'),
  told('weddings', 'weddings', 'IAB14-7', 'gifts jewelry'),
  told('dating', 'dating and relationships', 'IAB14-1'),
  // Arts
  sold('books', 'books', 'books', 'IAB1-1'),
  told('literature', 'literature', 'IAB1-1'),
  told('film', 'film and television', 'IAB1-5 IAB1-7'),
  told('music', 'music', 'IAB1-6'),
  told('fine-art', 'art', 'IAB1-3', 'crafts'),
  told('celebrities', 'celebrities', 'IAB1-2'),
  told('fantasy', 'myths and fantasy', 'IAB9-26', 'books'),
  sold('travel', 'events', 'tickets and events', 'IAB1', 'music film'),
  // Vehicles
  sold('automotive', 'cars', 'cars', 'IAB2-3', 'car-parts'),
  sold('automotive', 'car-parts', 'car parts and repair', 'IAB2-1 IAB2-2'),
  sold('automotive', 'motorcycles', 'motorcycles', 'IAB2-15', 'car-parts'),
  told('aviation', 'aviation', 'IAB20-3'),
  told('railways', 'railways', 'IAB20', 'travel'),
  told('ships', 'ships', 'IAB17-31', 'water-sports'),
  // Money, work, learning
  sold('finance', 'insurance', 'insurance', 'IAB13-6'),
  sold('finance', 'loans', 'credit and loans', 'IAB13-2', 'property'),
  sold('finance', 'banking', 'bank accounts and cards', 'IAB13-4', 'loans'),
  sold('finance', 'investing', 'investing', 'IAB13-7', 'banking'),
  told('taxes', 'taxes', 'IAB13-12', 'business-software'),
  told('economics', 'the economy', 'IAB13-3'),
  sold('services', 'services', 'services', 'IAB3'),
  told('work', 'teams and projects', 'IAB3-9'),
  told('marketing', 'marketing', 'IAB3-11 IAB3-1'),
  told('conferences', 'conferences and speeches', 'IAB3', 'work'),
  told('logistics', 'logistics', 'IAB3-10'),
  told('agriculture', 'agriculture', 'IAB3-2'),
  told('manufacturing', 'industry', 'IAB3-12'),
  told('jobs', 'jobs', 'IAB4-5', 'work'),
  sold('education', 'courses', 'courses', 'IAB5-2'),
  sold('education', 'language-lessons', 'languages', 'IAB5-8'),
  told('homework', 'school work', 'IAB5-11'),
  told('mathematics', 'mathematics', 'IAB5-1'),
  told('history', 'history', 'IAB5-3'),
  // Travel
  sold('travel', 'travel', 'travel', 'IAB20 IAB20-14'),
  sold('travel', 'flights', 'flights', 'IAB20-3', 'travel'),
  sold('travel', 'hotels', 'hotels', 'IAB20-18', 'travel'),
  sold('travel', 'train-travel', 'train travel', 'IAB20-6', 'travel'),
  sold('travel', 'cruises', 'cruises', 'IAB20-12', 'travel'),
  told('places', 'places', 'IAB15-8', 'travel'),
  // Society and science
  grave('politics', 'politics', 'IAB11-4'),
  grave('law', 'the law', 'IAB11-2'),
  grave('crime', 'crime', 'IAB12-2'),
  grave('war', 'war', 'IAB12-1'),
  grave('religion', 'religion', 'IAB23'),
  grave('disaster', 'disasters', 'IAB12-3'),
  told('biology', 'biology', 'IAB15-2'),
  told('botany', 'plants', 'IAB15-9', 'garden'),
  told('chemistry', 'chemistry', 'IAB15-3'),
  told('physics', 'physics', 'IAB15-6'),
  told('astronomy', 'space', 'IAB15-7'),
  told('geology', 'geology', 'IAB15-4'),
  told('weather', 'the weather', 'IAB15-10'),
  told('astrology', 'astrology', 'IAB15-1'),
];
