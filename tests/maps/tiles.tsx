<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="tiles" tilewidth="32" tileheight="32" tilecount="4" columns="4">
 <image source="tiles.png" width="128" height="32"/>
 <tile id="0"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 <tile id="1"><properties><property name="material" type="int" value="7"/><property name="solid" type="bool" value="true"/></properties></tile>
 <tile id="2"><objectgroup draworder="index" id="2"><object id="1" name="" x="0" y="0"><polygon points="0,32 32,32 32,0"/></object></objectgroup></tile>
</tileset>
