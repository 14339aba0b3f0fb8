/** Materials, colours, forms, uses, places and sports: words behind the name of a thing. */
export const describing = `abdos acier acoustique adhésif adolescent adulte affaires agneau air aérosol alimentaire allaitement allemand aluminium
  ambiance ampli analogique anglais animaux anniversaire antibruit antidérapant antichoc appoint aquarelle argent argenté
  argile armoire art articulé artisanal aspirant assise atelier audio automatique automne auto autonome baby bain balcon
  bambou bandoulière bar barbe bas basse bateau bâton batterie beauté bébé beige béton bicolore bien-être bio biologique
  blanc blanche blanches blancs bleu bleue bleus bleues bluetooth bois boîte bouche bouclés bouteille boxe branche bricolage brillant
  broderie brosse brun bruit budget bureau cafetière camping canin canoë caoutchouc capsules carbone cardio carrelage casse
  céramique chambre chat chats chaud chaude chauffage chauffant chauffante chauffe chef cheminée cheval cheveux chêne chien chiens
  chiot chrome ciel cinéma clair classique clé cocktail coffre coiffure collants coloré combiné commode compact compacte
  complet compression confort confortable connecté connectée conduite congélation contact continu convertible corde corps coton
  couchage couleur couleurs course courir couture couverture cowboy crème créatif croisière cuir cuisine cuisson cuivre
  culotte cyclisme danse décaféiné décoratif décoration dégradé dehors démontable dents dentaire dentifrice dentelle
  design dessin deux diabétique diesel douche double doux douce droit droitier durable eau écran écologique école électrique
  électriques électronique élégant élégante émail emporter encastrable endurance enfant enfants ensemble entrée épais épicé
  épilation équitation ergonomique escalade espagnol espresso essentiel essence été étanche étroit étudiant étudiants
  extensible extérieur externe facile face famille fantaisie femme fenêtre fer ferme fête feu feutre filaire fille filtre
  filtrante fin fine fitness fixe flexible fleur fleuri fluo foncé fond football foot forêt formel forte four fourré
  français française frais fromage fruits futon gaming garage garçon garde gauche gaz gazeuse gel gluten golf grains graines
  gratuit gravé gravier gris grise gros gymnastique habit halogène halogen handball haut haute hiver homme hommes horizontale hôtel
  huile humide humidité hybride hydratant hydratante imperméable imprimé incassable induction industriel infrarouge inox
  intelligent intelligente intérieur internet invisible isolant isotherme italien italienne japonais japonaise jardin
  jardinage jaune jogging jouer jour journée laine lait langer laser lavable lavage lave léger légère lin linge liquide
  lisseur lit literie loisirs long longue lumière lumineux luxe machine magnétique main maison manuel manuelle maquillage marathon marche
  mariage marin marine maritime marron massage masser massif mat maternelle mécanique médical médicale mémoire métal métallique mini
  minéral minimaliste mobile moderne moisissure montagne moto moteur motif mousse moustiques mousseux multifonction mur mural
  murale muscle musculation musique naissance natation nature naturel naturelle nettoyage neige nocturne noël noir noire noires noirs
  noix nomade nourriture nuit olive optique or orange ordinateur oreilles organique orthopédique ovale pain papier parfumé
  parquet patinage pâtisserie pâtes paysage peau pêche peinture pendentif peluche percer performant personnalisé personnalisée
  photo pied pieds pierre pin pique-nique piscine plage plaisance plastique plat plate plein pliable pliant pliante plié
  plongée pluie poche pneumatique poids poils poisson polaire polyester pompe porcelaine portable portatif porte poudre
  poulet poussière pratique premium pression prise privé pro professionnel professionnelle profond programmable propane
  protection protéinée puissant puissante quotidien radiateur randonnée rangement rapide rasage rechargeable recyclé réduction
  réfrigérant réglable réglables rembourré résistant respirant rétro retraite réunion réversible rides rigide robot robuste
  roman ronde rond rose rouge rouges roues roulettes running rugby rustique sable sac salle salon sans-fil santé satin sauna
  savon scandinave scolaire sec sèche sécurité sel sensible sensibles séjour semaine serrure siège silencieux silencieuse silicone simple
  ski soie soin soins sol solaire solaires soleil solide sombre son sonore sortie souple soirée sport sportif sportive
  stéréo studio styles suspendu surf synthétique table tablette tactile taille talons tannin télescopique télétravail température
  tempérament tennis terrasse thermique tissu toile toilette toilettes toit tondre topinambour tournante traditionnel trail
  training transparent transport transportable travail trekking tricot trois turquoise ultra ultraléger universel urbain
  usb vaisselle vacances vapeur vaporisateur végan végétal végétarien velours vent ventilé vélo vernis verre vert verte verts
  vertical vestiaire vide vidéo vie vieilli vin vinyle vintage visage visio vitamine vitaminé vitre vitrée voile voiture volley
  voyage wifi yoga zinc
  accessoire accessoires appareil appareils équipement matériel kit kits lot lots ensemble support supports housse housses étui étuis
  pack coffret coffrets boîtes bac bacs panier paniers crochet crochets cintre cintres poignée poignées serrures cadenas chaîne câbles rallonge
  adaptateur adaptateurs télécommande capteur capteurs détecteur détecteurs cartouche cartouches recharge recharges abonnement
  capsule dosettes poudres comprimés gouttes lotion baume masque masques sérum pince ciseaux lime marteau tournevis clous colle
  ruban scotch pinceau rouleau papier-peint serviette serviettes drap oreillers coussin coussins couvertures nappe vase cadre
  affiche bougie bougies décorations guirlande verres assiette assiettes bol bols fourchettes cuillères couverts poêles
  service services réparation entretien installation location nettoyage livraison traiteur conseiller conseil courtier
  professeur prof coach entraîneur stage stages atelier agence entreprise fournisseur`;
