/** Materials, colours, forms, uses, places and sports: words behind the name of a thing. */
export const describing = `
  abdos abonnement accessoire accessoires acier acoustique adaptateur adaptateurs adhésif adolescent adulte affaires
  affiche agence agneau air alimentaire allaitement allemand aluminium ambiance ampli analogique anglais animaux
  anniversaire antibruit antichoc antidérapant appareil appareils appoint aquarelle argent argenté argile armoire
  art articulé artisanal aspirant assiette assiettes assise atelier audio auto automatique automne autonome aérosol
  baby bac bacs bain balcon bambou bandoulière bar barbe bas basse bateau batterie baume beauté beige bicolore
  bien-être bio biologique blanc blanche blanches blancs bleu bleue bleues bleus bluetooth bois bol bols bouche
  bouclés bougie bougies bouteille boxe boîte boîtes branche bricolage brillant broderie brosse bruit brun budget
  bureau bâton bébé béton cadenas cadre cafetière campagne camping canin canoë caoutchouc capsule capsules capteur
  capteurs carbone cardio carrelage cartouche cartouches casse chambre charbon chat chats chaud chaude chauffage
  chauffant chauffante chauffe chaîne chef cheminée cheval cheveux chien chiens chiot chrome chêne ciel cintre
  cintres cinéma ciseaux clair classique clous clé coach cocktail coffre coffret coffrets coiffure collants colle
  coloré combiné commode compact compacte complet compression comprimés conduite confort confortable congélation
  connecté connectée conseil conseiller contact continu convertible corde corps coton couchage coudre couleur
  couleurs courir course courtier coussin coussins couture couverts couverture couvertures cowboy crochet crochets
  croisière crème créatif cuillères cuir cuisine cuisson cuivre culotte cyclisme câbles céramique danse dehors
  dentaire dentelle dentifrice dents design dessin deux diabétique diesel dosettes double douce douche doux drap
  droit droitier durable décaféiné décoratif décoration décorations dégradé démontable détecteur détecteurs eau
  emporter encastrable endurance enfant enfants ensemble entraîneur entreprise entretien entrée ergonomique escalade
  espagnol espresso essence essentiel extensible externe extérieur face facile famille fantaisie femme fenêtre fer
  ferme feu feutre fil filaire fille filtrante filtre fin fine fitness fixe fleur fleuri flexible fluo foncé fond
  foot football formel forte forêt four fourchettes fournisseur fourré frais français française fromage fruits futon
  fête gaming garage garde garçon gauche gaz gazeuse gel gluten golf gouttes graines grains gratuit gravier gravé
  gris grise gros guirlande gymnastique habit halogen halogène handball haut haute hiver homme hommes horizontale
  housse housses huile humide humidité hybride hydratant hydratante hôtel imperméable imprimé incassable induction
  industriel infrarouge inox installation intelligent intelligente internet intérieur invisible isolant isotherme
  italien italienne japonais japonaise jardin jardinage jaune jogging jouer jour journée kit kits laine lait langer
  laser lavable lavage lave lime lin linge liquide lisseur lit literie livraison location loisirs long longue lot
  lotion lots lumineux lumière lunch luxe léger légère machine magnétique main maison manuel manuelle maquillage
  marathon marche mariage marin marine maritime marron marteau masque masques massage masser massif mat maternelle
  matériel mini minimaliste minéral mobile moderne moisissure montagne moteur motif moto mousse mousseux moustiques
  multifonction mur mural murale muscle musculation musique mécanique médical médicale mémoire métal métallique
  naissance nappe natation nature naturel naturelle neige nettoyage nocturne noir noire noires noirs noix nomade
  nourriture noël nuit olive optique or orange ordinateur oreillers oreilles organique orthopédique ovale pack pain
  panier paniers papier papier-peint parfumé parquet patinage paysage peau peinture peluche pendentif percer
  performant personnalisé personnalisée photo pied pieds pierre pin pince pinceau pique-nique piscine plage
  plaisance plastique plat plate plein pliable pliant pliante plié plongée pluie pneumatique poche poids poignée
  poignées poils poisson polaire polyester pompe porcelaine portable portatif porte poudre poudres poulet poussière
  poêles pratique premium pression prise privé pro prof professeur professionnel professionnelle profond
  programmable propane protection protéinée puissant puissante pâtes pâtisserie pêche quotidien radiateur rallonge
  randonnée rangement rapide rasage recharge rechargeable recharges recyclé rembourré respirant retraite rides
  rigide robot robuste roman rond ronde rose roues rouge rouges rouleau roulettes route ruban rugby running rustique
  réduction réfrigérant réglable réglables réparation résistant rétro réunion réversible sable sac salle salon
  sans-fil santé satin sauna savon scandinave scolaire scotch sec sel semaine sensible sensibles serrure serrures
  service services serviette serviettes silencieuse silencieux silicone simple siège ski soie soin soins soirée sol
  solaire solaires soleil solide sombre son sonore sortie souple sport sportif sportive stage stages studio styles
  stéréo support supports surf suspendu synthétique sèche sécurité séjour sérum table tablette tactile taille talons
  tannin tempérament température tennis terrasse thermique tissu toile toilette toilettes toit tondre topinambour
  tournante tournevis traditionnel trail training traiteur transparent transport transportable travail trekking
  tricot trois turquoise télescopique télécommande télétravail ultra ultraléger universel urbain usb vacances
  vaisselle vapeur vaporisateur vase velours vent ventilé vernis verre verres vert verte vertical verts vestiaire
  vide vidéo vie vieilli vin vintage vinyle visage visio vitamine vitaminé vitre vitrée voile voiture volley voyage
  végan végétal végétarien vélo wifi yoga zinc école écologique écran électrique électriques électronique élégant
  élégante émail épais épicé épilation équipement équitation étanche étroit étudiant étudiants étui étuis été`;
